package dev.vspherecloud.csi.controller.attach;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Which Nodes have which volumes. csi-attacher attaches again what is missing here, so a part of the answer is never
/// returned.
public sealed interface PublishedVolumes {
    /// All Nodes are known.
    ///
    /// @param nodes the ids of the Nodes by the id of the volume in CNS
    record Complete(Map<String, Set<String>> nodes) implements PublishedVolumes {
        public Complete {
            nodes = nodes.entrySet().stream()
                    .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, each -> Set.copyOf(each.getValue())));
        }

        /// Returns the ids of the Nodes that have the volume, sorted.
        public Set<String> of(String volumeId) {
            return new TreeSet<>(nodes.getOrDefault(volumeId, Set.of()));
        }
    }

    /// Some Nodes are not known.
    record Incomplete(String why) implements PublishedVolumes {}
}
