package dev.vspherecloud.csi.config;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The complete, validated configuration of the CSI driver, with defaults and inherited values filled in. Two
/// configurations are equal if all their values are equal, the contents of CA files included.
///
/// @param vcenters the vCenters in the order of the file; one to five, no server and port twice
/// @param clusterId the configured identity of the cluster; empty means that the ConfigMap decides
/// @param retiredClusterIds the ids of clusters that no longer exist, without the id of this one
/// @param clusterDistribution the name of the distribution; empty means that the driver detects it
/// @param topology the tag categories; no category means that volumes have no topology
/// @param netPermissions the permissions of file volumes, at least one
/// @param queryLimit the number of volumes in one page of a query to CNS
/// @param listVolumeThreshold the largest number of PersistentVolumes that a list of CNS may lack
public record CsiConfig(
        List<CsiVcenter> vcenters,
        Optional<String> clusterId,
        Set<String> retiredClusterIds,
        Optional<String> clusterDistribution,
        TopologyLabels topology,
        SnapshotLimits snapshots,
        List<NetPermission> netPermissions,
        CsiIntervals intervals,
        int queryLimit,
        int listVolumeThreshold) {
    public CsiConfig {
        vcenters = List.copyOf(vcenters);
        retiredClusterIds = Set.copyOf(retiredClusterIds);
        netPermissions = List.copyOf(netPermissions);
    }
}
