package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Records the calls of the controller.
///
/// Threads: one.
final class RecordingNodeObserver implements NodeObserver {
    final List<String> calls = new ArrayList<>();
    final Map<NodeName, Set<ReasonCode>> reasons = new HashMap<>();

    @Override
    public void onInitialised(NodeView node) {
        calls.add("initialised " + node.name());
    }

    @Override
    public void onWritten(NodeName node) {
        calls.add("written " + node);
    }

    @Override
    public void onReasonsChanged(NodeName node, Set<Reason> now) {
        reasons.put(node, now.stream().map(Reason::code).collect(Collectors.toUnmodifiableSet()));
    }
}
