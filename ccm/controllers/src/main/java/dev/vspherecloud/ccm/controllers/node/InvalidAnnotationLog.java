package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.InvalidAnnotation;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Logs the annotations of a Node that do not have the documented form. It logs each value once, not at each
/// reconciliation. For one Node it logs at most once a minute, since the kubelet may write as often as it likes.
///
/// Times are nanoseconds of one monotonic clock. Threads: any, never two for one Node.
final class InvalidAnnotationLog {
    private static final Logger log = LoggerFactory.getLogger(InvalidAnnotationLog.class);

    private static final Duration PAUSE = Duration.ofMinutes(1);

    /// By Node, the invalid values that were logged, as hashes, since the values may be large.
    private final Map<NodeName, Logged> logged = new ConcurrentHashMap<>();

    /// The invalid values of one Node at the time of the last log line.
    ///
    /// @param hashes by annotation key, the hash of the invalid value
    private record Logged(Map<String, Integer> hashes, long at) {}

    /// Logs the invalid annotations of the Node that were not logged before.
    ///
    /// @return the annotations that were logged now
    List<InvalidAnnotation> check(NodeView node, long now) {
        List<InvalidAnnotation> invalid = RecordedVm.invalid(node.meta().annotations());
        if (invalid.isEmpty()) {
            return List.of();
        }
        Logged before = logged.get(node.name());
        if (before != null && now - before.at() < PAUSE.toNanos()) {
            return List.of();
        }
        var hashes = new HashMap<String, Integer>();
        var newOnes = new ArrayList<InvalidAnnotation>();
        for (InvalidAnnotation each : invalid) {
            int hash = each.value().hashCode();
            hashes.put(each.key(), hash);
            if (before == null || !Integer.valueOf(hash).equals(before.hashes().get(each.key()))) {
                newOnes.add(each);
                log.atWarn()
                        .addKeyValue("node", node.name())
                        .addKeyValue("annotation", each.key())
                        .addKeyValue("found", each.printableValue())
                        .addKeyValue("expected", each.expected())
                        .log("Annotation has an unexpected form and is ignored");
            }
        }
        if (before == null || !before.hashes().equals(hashes)) {
            logged.put(node.name(), new Logged(Map.copyOf(hashes), now));
        }
        return List.copyOf(newOnes);
    }

    void forget(NodeName node) {
        logged.remove(node);
    }
}
