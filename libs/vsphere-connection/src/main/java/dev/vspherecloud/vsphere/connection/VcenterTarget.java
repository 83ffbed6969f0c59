package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.vcenter.ConnectionConfig;
import java.util.List;

/// A vCenter to connect to: what a connection and its watcher need from the configuration of a program.
///
/// @param name the configured name, for messages and metrics; never blank, and no two vCenters have the same
/// @param datacenters the datacenters that may contain VMs of Nodes; empty means every datacenter
public record VcenterTarget(
        String name, ConnectionConfig connection, List<String> datacenters, CredentialsSource credentials) {
    public VcenterTarget {
        datacenters = List.copyOf(datacenters);
    }

    /// Returns the host name or IP address of the vCenter.
    public String server() {
        return connection.server();
    }
}
