package dev.vspherecloud.controllers.node;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.node.NodeEvents;
import dev.vspherecloud.domain.node.NodeView;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Says why a Node is not finished: one log line when the reason changes, and an Event each time it is looked at,
/// which the API server counts rather than repeats and would else forget after an hour.
///
/// Threads: any; the worker that holds a Node is the only one that speaks of it.
final class Complaints {
    private static final Logger log = LoggerFactory.getLogger(Complaints.class);

    private final NodeEvents events;
    private final Map<NodeName, Reason> open = new ConcurrentHashMap<>();
    private final Map<NodeName, List<Reason>> remarked = new ConcurrentHashMap<>();

    Complaints(NodeEvents events) {
        this.events = events;
    }

    void raise(NodeView node, Reason reason) {
        if (node.uninitialized() || reason.code() != ReasonCode.VCENTER_SILENT) {
            events.warning(node, reason);
        }
        if (!reason.equals(open.put(node.name(), reason))) {
            log.atWarn()
                    .addKeyValue("node", node.name())
                    .addKeyValue("initialized", !node.uninitialized())
                    .addKeyValue("reason", reason.code().word())
                    .addKeyValue("message", reason.message())
                    .log("Node is not finished");
        }
    }

    /// What is not as it should be, and nothing waits for: a line and an Event when it comes up or changes.
    void remark(NodeView node, List<Reason> remarks) {
        List<Reason> before = remarks.isEmpty() ? remarked.remove(node.name()) : remarked.put(node.name(), remarks);
        for (Reason reason : remarks) {
            if (before == null || !before.contains(reason)) {
                events.warning(node, reason);
                log.atWarn()
                        .addKeyValue("node", node.name())
                        .addKeyValue("reason", reason.code().word())
                        .addKeyValue("message", reason.message())
                        .log("Node is not as it should be");
            }
        }
    }

    void settle(NodeView node, String reason, String message) {
        open.remove(node.name());
        events.normal(node, reason, message);
    }

    void withdraw(NodeName node) {
        open.remove(node);
    }

    /// The Node is gone.
    void forget(NodeName node) {
        open.remove(node);
        remarked.remove(node);
    }
}
