package dev.vspherecloud.csi.config;

import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.vcenter.ConnectionConfig;
import java.util.List;
import java.util.Optional;

/// The settings of one vCenter to which the CSI driver connects.
///
/// @param name the configured name, never blank; by default the server
/// @param datacenters names, inventory paths or references in the configured order; empty means every datacenter
/// @param fileShareClusters the references of the vSAN clusters for file volumes; empty means every such cluster
/// @param migrationDatastoreUrl the datastore of migrated volumes that name none
public record CsiVcenter(
        String name,
        ConnectionConfig connection,
        List<String> datacenters,
        CredentialsSource credentials,
        List<String> fileShareClusters,
        Optional<String> migrationDatastoreUrl) {
    public CsiVcenter {
        datacenters = List.copyOf(datacenters);
        fileShareClusters = List.copyOf(fileShareClusters);
    }
}
