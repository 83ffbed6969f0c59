package dev.vspherecloud.csi.commands.explain;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The orphans of the cluster.
///
/// @param clusterId the cluster id
/// @param volumes   how many volumes of the cluster each vCenter has that could be read
/// @param others    how many volumes of the cluster each other cluster refers to, which does not count as retired
/// @param orphans   sorted by vCenter and handle
/// @param temporary snapshots of clones that no operation needs
/// @param shared    the objects with the same handle, by the handle: neither is deleted with its volume or snapshot
/// @param unread    what could not be read; orphans may be missing then
record OrphanReport(
        String clusterId,
        Map<String, Integer> volumes,
        Map<String, Integer> others,
        List<ExplainedOrphan> orphans,
        List<ExplainedSnapshot> temporary,
        Map<String, List<String>> shared,
        List<String> unread) {
    OrphanReport {
        volumes = new TreeMap<>(volumes);
        others = new TreeMap<>(others);
        orphans = List.copyOf(orphans);
        temporary = List.copyOf(temporary);
        shared = new TreeMap<>(shared);
        unread = List.copyOf(unread);
    }

    /// Returns what to do if a cluster that refers to volumes does not exist any more.
    static String retireAdvice(String cluster) {
        return "if the cluster does not exist any more, add %s to retired-cluster-ids in the configuration"
                .formatted(cluster);
    }
}
