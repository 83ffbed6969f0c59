package dev.vspherecloud.testkit.fakes;

import dev.vspherecloud.ccm.domain.node.NodeEvents;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.reason.Reason;
import java.util.ArrayList;
import java.util.List;

/// Records Events for the test.
///
/// Threads: one.
public final class RecordedEvents implements NodeEvents {
    private final List<String> events = new ArrayList<>();

    /// Returns the Events in the form `Warning w-1 VmNotFound: no VM …`.
    public List<String> all() {
        return List.copyOf(events);
    }

    @Override
    public void normal(NodeView node, String reason, String message) {
        events.add("Normal " + node.name() + " " + reason + ": " + message);
    }

    @Override
    public void warning(NodeView node, Reason reason) {
        events.add("Warning " + node.name() + " " + reason.code().text() + ": " + reason.message());
    }

    @Override
    public void warning(String vcenter, Reason reason) {
        events.add("Warning vCenter " + vcenter + " " + reason.code().text() + ": " + reason.message());
    }

    @Override
    public void warning(Reason reason) {
        events.add("Warning cluster " + reason.code().text() + ": " + reason.message());
    }
}
