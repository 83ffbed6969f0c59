package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.domain.breaker.NodePlacement;
import dev.vspherecloud.ccm.domain.breaker.VmPresence;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.domain.identity.Instances;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.vm.VmRef;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;

/// All Nodes with a VM of ours, and how it stands with it, as of now: nothing is kept that could be out of date.
///
/// Threads: confined.
final class NodeRegistry {
    /// No vCenter has this instance UUID.
    private static final UUID NOWHERE = new UUID(0, 0);

    /// More than a cluster has Nodes; it only keeps one whose Nodes come and go for ever from filling the heap.
    private static final int MOST_OWNERS = 20_000;

    private final Nodes nodes;
    private final Instances instances;
    private final Map<NodeName, NodeState> memories = new HashMap<>();

    /// By VM, the uid of the Node that it counts for; of deleted Nodes too.
    private final SequencedMap<VmRef, String> owners = new LinkedHashMap<>();

    NodeRegistry(Nodes nodes, Instances instances) {
        this.nodes = nodes;
        this.instances = instances;
    }

    /// What is remembered of this Node; nothing yet when it is another than the last one of its name.
    NodeState memory(NodeView node) {
        NodeState known = memories.get(node.name());
        if (known != null && known.isOf(node)) {
            return known;
        }
        var fresh = new NodeState(node.meta().uid());
        memories.put(node.name(), fresh);
        return fresh;
    }

    void forget(NodeName node) {
        memories.remove(node);
    }

    /// Of how many Nodes something is remembered.
    int remembered() {
        return memories.size();
    }

    /// A Node whose VM was never seen is not on the roll.
    Optional<NodePlacement> post(NodeView node) {
        return memory(node).vm(node).map(vm -> post(node, vm));
    }

    private static NodePlacement post(NodeView node, RecordedVm vm) {
        return new NodePlacement(
                node.name().value(), node.meta().uid(), vm.ref().vcenter(), vm.home());
    }

    /// One Node, and the VM that it counts for.
    ///
    /// @param vm     empty when it counts as a Node of the cluster and nothing else
    /// @param isSeen whether this process saw the VM
    private record Entry(
            NodePlacement post, VmPresence vmPresence, Optional<VmRef> vm, boolean isSeen, Instant created) {
        /// Whether the VM is there now, or was when that could be told last.
        boolean isShown() {
            return isSeen && !(vmPresence instanceof VmPresence.Missing);
        }
    }

    /// Whether no Node is known yet.
    boolean isEmpty() {
        return nodes.names().isEmpty();
    }

    /// The kubelet may write the record of its Node, so a record that this process did not confirm must neither hide
    /// that all Nodes of a place are missing nor make two losses of one:
    ///
    /// - A Node that is not missing stands for a place only if this process saw its VM there.
    /// - Of several Nodes with one VM a single one counts: one whose VM this process saw, and the oldest of these.
    /// - A record that names a VM which counts, or counted, for another Node never counts.
    ///
    /// A Node that is missing counts where its record says: after a restart there may be nothing else to tell that
    /// all VMs of a host are gone. So a record can add this one Node to what is missing, and no more.
    Map<NodePlacement, VmPresence> call(long now) {
        var roll = new HashMap<NodePlacement, VmPresence>();
        var counted = new HashSet<VmRef>();
        nodes.names().stream()
                .flatMap(name -> nodes.find(name).stream())
                .filter(node -> node.claim() instanceof NodeIdentity.OnVsphere)
                .flatMap(node -> entry(node, now).stream())
                .sorted(Comparator.comparing((Entry entry) -> !entry.isSeen())
                        .thenComparing(Entry::created)
                        .thenComparing(entry -> entry.post().node()))
                .filter(entry ->
                        !isOfAnother(entry) && entry.vm().map(counted::add).orElse(true))
                .forEach(entry -> {
                    roll.put(entry.post(), entry.vmPresence());
                    entry.vm().ifPresent(vm -> own(vm, entry));
                });
        while (owners.size() > MOST_OWNERS) {
            owners.pollFirstEntry();
        }
        return roll;
    }

    private void own(VmRef vm, Entry entry) {
        if (entry.isShown() || !owners.containsKey(vm)) {
            owners.putLast(vm, entry.post().uid());
        }
    }

    /// Whether this is a mere claim on a VM that counts, or counted, for another Node.
    private boolean isOfAnother(Entry entry) {
        return !entry.isShown()
                && entry.vm()
                        .map(owners::get)
                        .filter(uid -> !uid.equals(entry.post().uid()))
                        .isPresent();
    }

    private Optional<Entry> entry(NodeView node, long now) {
        NodeState memory = memory(node);
        return memory.vm(node).map(vm -> {
            VmPresence vmPresence = memory.vmPresence(node, instances.lookup(node.name()), now);
            Optional<RecordedVm> seen = memory.lastSeen();
            Instant created = node.meta().created();
            if (vmPresence instanceof VmPresence.Missing) {
                return new Entry(post(node, vm), vmPresence, Optional.of(vm.ref()), seen.isPresent(), created);
            }
            return seen.map(there -> new Entry(post(node, there), vmPresence, Optional.of(there.ref()), true, created))
                    .orElseGet(() -> new Entry(nowhere(node), vmPresence, Optional.empty(), false, created));
        });
    }

    private static NodePlacement nowhere(NodeView node) {
        return new NodePlacement(node.name().value(), node.meta().uid(), NOWHERE, Optional.empty());
    }
}
