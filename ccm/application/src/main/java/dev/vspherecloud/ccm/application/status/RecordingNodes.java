package dev.vspherecloud.ccm.application.status;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.node.DeleteOutcome;
import dev.vspherecloud.ccm.domain.node.InitialisationPatch;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.ccm.domain.node.WriteOutcome;
import dev.vspherecloud.domain.identity.NodeName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Passes everything to other [Nodes], and records each successful write in [RecentChanges].
///
/// Threads: as those of the other [Nodes].
///
/// @param nodes reads and writes the Nodes
/// @param changes receives the successful writes
public record RecordingNodes(Nodes nodes, RecentChanges changes) implements Nodes {
    @Override
    public Optional<NodeView> find(NodeName name) {
        return nodes.find(name);
    }

    @Override
    public Set<NodeName> names() {
        return nodes.names();
    }

    @Override
    public WriteOutcome writeAddresses(NodeView seen, List<NodeAddress> addresses) {
        return recorded(
                nodes.writeAddresses(seen, addresses),
                seen,
                "Changed the addresses from %s to %s".formatted(text(seen.addresses()), text(addresses)));
    }

    @Override
    public WriteOutcome initialise(NodeView seen, InitialisationPatch patch) {
        String id = patch.providerId().map("provider ID %s, "::formatted).orElse("");
        return recorded(
                nodes.initialise(seen, patch),
                seen,
                "Initialised: %slabels %s, taint removed".formatted(id, text(patch.labels())));
    }

    @Override
    public WriteOutcome label(NodeView seen, Map<String, String> labels) {
        return recorded(nodes.label(seen, labels), seen, "Set the labels " + text(labels));
    }

    @Override
    public WriteOutcome annotate(NodeView seen, Map<String, String> annotations) {
        return recorded(nodes.annotate(seen, annotations), seen, "Set the annotations " + text(annotations));
    }

    @Override
    public WriteOutcome addShutdownTaint(NodeView seen) {
        return recorded(nodes.addShutdownTaint(seen), seen, "Added the taint " + NodeHealth.SHUTDOWN);
    }

    @Override
    public WriteOutcome removeShutdownTaint(NodeView seen) {
        return recorded(nodes.removeShutdownTaint(seen), seen, "Removed the taint " + NodeHealth.SHUTDOWN);
    }

    @Override
    public DeleteOutcome delete(NodeView seen) {
        DeleteOutcome outcome = nodes.delete(seen);
        if (outcome instanceof DeleteOutcome.Deleted) {
            changes.add(seen.name(), "Deleted the Node, because its VM is gone");
        }
        return outcome;
    }

    private WriteOutcome recorded(WriteOutcome outcome, NodeView node, String text) {
        if (outcome instanceof WriteOutcome.Written) {
            changes.add(node.name(), text);
        }
        return outcome;
    }

    private static String text(List<NodeAddress> addresses) {
        return addresses.isEmpty()
                ? "none"
                : addresses.stream()
                        .map(each -> each.type().spelling() + " " + each.text())
                        .collect(Collectors.joining(", "));
    }

    private static String text(Map<String, String> pairs) {
        return pairs.isEmpty()
                ? "none"
                : new TreeMap<>(pairs)
                        .entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(", "));
    }
}
