package dev.vspherecloud.csi.commands.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// What the vCenters say about volumes: to which clusters each belongs. Few combinations of clusters exist, so each is
/// kept once.
///
/// Threads: one.
final class CnsVolumeOwners {
    private final VolumeIdList ids;
    private final int[] owners;
    private final List<SortedSet<String>> combinations = new ArrayList<>();
    private final Map<SortedSet<String>, Integer> numbers = new HashMap<>();
    private final BitSet found = new BitSet();

    CnsVolumeOwners(VolumeIdList ids) {
        this.ids = ids;
        this.owners = new int[ids.size()];
    }

    /// Records that a vCenter has a volume.
    ///
    /// @param index    of the volume in the list
    /// @param clusters the ids of the clusters it belongs to
    void found(int index, SortedSet<String> clusters) {
        found.set(index);
        owners[index] = numbers.computeIfAbsent(clusters, _ -> {
            combinations.add(clusters);
            return combinations.size() - 1;
        });
    }

    /// Returns the ids of all clusters.
    SortedSet<String> clusters() {
        var all = new TreeSet<String>();
        combinations.forEach(all::addAll);
        return all;
    }

    /// Returns the findings by volume handle, at most a limited number of each code.
    ///
    /// @param clusterId     the id of this cluster; empty if it is not known
    /// @param knowsMissing  true if every vCenter has answered
    Map<String, TakeoverFinding> findings(Optional<String> clusterId, boolean knowsMissing) {
        var findings = new HashMap<String, TakeoverFinding>();
        var counts = new HashMap<TakeoverCode, Integer>();
        for (int i = 0; i < ids.size(); i++) {
            int index = i;
            finding(index, clusterId, knowsMissing).ifPresent(finding -> {
                if (counts.merge(finding.code(), 1, Integer::sum) <= SubjectRows.MAX_ROWS) {
                    findings.put(ids.get(index), finding);
                }
            });
        }
        return findings;
    }

    private Optional<TakeoverFinding> finding(int index, Optional<String> clusterId, boolean knowsMissing) {
        if (!found.get(index)) {
            return TakeoverFinding.when(
                    knowsMissing,
                    TakeoverCode.VOLUME_NOT_IN_CNS,
                    "found no volume %s in CNS".formatted(ids.get(index)));
        }
        SortedSet<String> clusters = combinations.get(owners[index]);
        if (clusterId.isEmpty() || clusters.isEmpty()) {
            return Optional.empty();
        }
        String others = String.join(
                ", ",
                clusters.stream().filter(each -> !each.equals(clusterId.get())).toList());
        if (!clusters.contains(clusterId.get())) {
            return Optional.of(TakeoverFinding.of(
                    TakeoverCode.VOLUME_OF_OTHER_CLUSTER,
                    "found the cluster ids %s, expected %s".formatted(others, clusterId.get())));
        }
        return TakeoverFinding.when(
                clusters.size() > 1,
                TakeoverCode.VOLUME_OF_SEVERAL_CLUSTERS,
                "found the cluster ids %s beside %s".formatted(others, clusterId.get()));
    }
}
