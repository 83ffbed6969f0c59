package dev.vspherecloud.ccm.controllers.status;

import dev.vspherecloud.ccm.domain.node.NodeEvents;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode.Scope;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reports why a Node is not finished or not as it should be, in Events and log lines, and no more often than is
/// useful.
///
/// - Event: one for each Node and reason in [#REPEAT_AFTER], as [NodeEventThrottle] decides; the API server
/// counts them.
/// - Log: one line when the reason changes.
/// - A reason that concerns all Nodes of a vCenter is reported about the vCenter and not about each Node: one
///   Event in [#REPEAT_AFTER] and one line when it begins, as [VcenterEventThrottle] decides.
///
/// Times are nanoseconds of one monotonic clock. Threads: any; only the worker that holds a Node reports about it.
public final class StatusReporter {
    /// The minimum time between two Events about the same reason. The API server forgets Events after an hour.
    static final Duration REPEAT_AFTER = Duration.ofMinutes(5);

    private static final Logger log = LoggerFactory.getLogger(StatusReporter.class);

    private final NodeEvents events;
    private final ReasonObserver observer;
    private final Map<NodeName, NodeEventThrottle> throttles = new ConcurrentHashMap<>();
    private final VcenterEventThrottle vcenterEventThrottle = new VcenterEventThrottle();

    public StatusReporter(NodeEvents events, ReasonObserver observer) {
        this.events = events;
        this.observer = observer;
    }

    /// Reports the reason that blocks the Node.
    ///
    /// @param lookup the lookup of the Node's VM; it tells which vCenters the reason may concern
    public void report(NodeView node, Reason reason, VmLookup lookup, long now) {
        NodeEventThrottle throttle = throttleOf(node);
        boolean isNew = throttle.setBlockingReason(Optional.of(reason));
        observer.onReasonsChanged(node.name(), throttle.currentReasons());
        postNodeEvent(node, reason, isNew ? "Node is not finished" : "", now);
        postVcenterEvents(node, byVcenter(reason, lookup), now);
    }

    /// Reports reasons that apply to the Node but do not block it. The controllers call it at each reconciliation,
    /// with all reasons that apply.
    public void reportRemarks(NodeView node, List<Reason> reasons, VmLookup lookup, long now) {
        if (reasons.isEmpty() && !throttles.containsKey(node.name())) {
            return;
        }
        NodeEventThrottle throttle = throttleOf(node);
        List<Reason> newReasons = throttle.setRemarks(reasons);
        observer.onReasonsChanged(node.name(), throttle.currentReasons());
        for (Reason reason : reasons) {
            postNodeEvent(node, reason, newReasons.contains(reason) ? "Node needs attention" : "", now);
            postVcenterEvents(node, byVcenter(reason, lookup), now);
        }
        if (throttle.isForgettable(now)) {
            throttles.remove(node.name());
        }
    }

    /// Reports in an Event that the Node was finished, and ends its blocking reason.
    public void resolve(NodeView node, String reason, String message) {
        clear(node);
        events.normal(node, reason, message);
    }

    /// Ends the reason that blocks the Node, if there is one.
    public void clear(NodeView node) {
        NodeEventThrottle throttle = throttles.get(node.name());
        if (throttle != null) {
            throttle.setBlockingReason(Optional.empty());
            observer.onReasonsChanged(node.name(), throttle.currentReasons());
        }
    }

    /// Discards the state of a Node that is gone or is not on vSphere.
    public void forget(NodeName node) {
        throttles.remove(node);
        observer.onReasonsChanged(node, Set.of());
    }

    /// Returns the number of Nodes of which this object holds state.
    int trackedNodes() {
        return throttles.size();
    }

    private NodeEventThrottle throttleOf(NodeView node) {
        String uid = node.meta().uid();
        return throttles.compute(
                node.name(), (_, known) -> known != null && known.isOf(uid) ? known : new NodeEventThrottle(uid));
    }

    /// Posts an Event about the Node if one is due, and logs the reason.
    ///
    /// @param line the message of the log line; empty if there is nothing new to log
    private void postNodeEvent(NodeView node, Reason reason, String line, long now) {
        if (reason.code().scope() != Scope.OBJECT) {
            return;
        }
        if (throttleOf(node).isDue(reason, node.isUninitialised(), now)) {
            events.warning(node, reason);
        }
        if (!line.isEmpty()) {
            log.atWarn()
                    .addKeyValue("node", node.name())
                    .addKeyValue("initialized", !node.isUninitialised())
                    .addKeyValue("reason", reason.code().text())
                    .addKeyValue("message", reason.message())
                    .log(line);
        }
    }

    private void postVcenterEvents(NodeView node, Map<String, Reason> reasons, long now) {
        reasons.forEach((vcenter, reason) -> {
            VcenterEventThrottle.Due due = vcenterEventThrottle.onReason(vcenter, reason.code(), now);
            if (due.event()) {
                events.warning(vcenter, reason);
            }
            if (due.logLine()) {
                log.atWarn()
                        .addKeyValue("vcenter", vcenter)
                        .addKeyValue("reason", reason.code().text())
                        .addKeyValue("message", reason.message())
                        .addKeyValue("node", node.name())
                        .log("Nodes wait for this vCenter; 'node' names the first of them");
            }
        });
    }

    /// Returns the reason for each vCenter that it concerns. Each silent vCenter has a reason of its own; a VM that
    /// was found has one vCenter.
    private static Map<String, Reason> byVcenter(Reason reason, VmLookup lookup) {
        var reasons = new LinkedHashMap<String, Reason>();
        if (lookup instanceof VmLookup.Unknown(List<VmLookup.Silence> silent)) {
            silent.forEach(each -> reasons.put(each.vcenter(), new Reason(each.code(), each.why())));
        } else if (lookup instanceof VmLookup.Found found) {
            reasons.put(found.vm().vcenter(), reason);
        }
        reasons.values().removeIf(each -> each.code().scope() != Scope.VCENTER);
        return reasons;
    }
}
