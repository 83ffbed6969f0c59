package dev.vspherecloud.csi.application.explain;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The orphans of the cluster.
///
/// @param clusterId the cluster id
/// @param volumes   how many volumes of the cluster each vCenter has that could be read
/// @param orphans   sorted by vCenter and handle
/// @param unread    what could not be read; orphans may be missing then
record OrphanReport(
        String clusterId, Map<String, Integer> volumes, List<ExplainedOrphan> orphans, List<String> unread) {
    OrphanReport {
        volumes = new TreeMap<>(volumes);
        orphans = List.copyOf(orphans);
        unread = List.copyOf(unread);
    }
}
