package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Records the calls of the controller.
///
/// Threads: one.
final class RecordingNodeObserver implements NodeObserver {
    final List<String> news = new ArrayList<>();
    final Map<NodeName, Set<ReasonCode>> standing = new HashMap<>();

    @Override
    public void onInitialised(NodeView node) {
        news.add("initialised " + node.name());
    }

    @Override
    public void onWritten(NodeName node) {
        news.add("written " + node);
    }

    @Override
    public void onReasonsChanged(NodeName node, Set<ReasonCode> codes) {
        standing.put(node, codes);
    }
}
