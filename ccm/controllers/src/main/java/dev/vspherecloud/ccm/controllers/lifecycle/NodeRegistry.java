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

/// Keeps the state of all vSphere Nodes, and computes for the deletion breaker which of their VMs are present. It
/// computes this at each call, so the result is never stale.
///
/// Threads: confined.
final class NodeRegistry {
    /// An instance UUID that no vCenter has.
    private static final UUID UNKNOWN_VCENTER = new UUID(0, 0);

    /// The maximum number of VMs whose Node is remembered. It is more than the Nodes of any cluster, and limits the
    /// heap if Nodes are created and deleted forever.
    private static final int MAX_OWNERS = 20_000;

    private final Nodes nodes;
    private final Instances instances;
    private final Map<NodeName, NodeState> states = new HashMap<>();

    /// By VM, the UID of the Node for which the VM counts. Deleted Nodes are included.
    private final SequencedMap<VmRef, String> owners = new LinkedHashMap<>();

    NodeRegistry(Nodes nodes, Instances instances) {
        this.nodes = nodes;
        this.instances = instances;
    }

    /// Returns the state of this Node. If the known state belongs to an earlier Node of the same name, the method
    /// creates a new one.
    NodeState state(NodeView node) {
        NodeState known = states.get(node.name());
        if (known != null && known.isOf(node)) {
            return known;
        }
        var fresh = new NodeState(node.meta().uid());
        states.put(node.name(), fresh);
        return fresh;
    }

    void forget(NodeName node) {
        states.remove(node);
    }

    /// Returns the number of Nodes of which this object holds state.
    int trackedNodes() {
        return states.size();
    }

    /// Returns the placement of the Node's VM; empty if no VM of the Node is known.
    Optional<NodePlacement> placement(NodeView node) {
        return state(node).vm(node).map(vm -> placement(node, vm));
    }

    private static NodePlacement placement(NodeView node, RecordedVm vm) {
        return new NodePlacement(
                node.name().value(), node.meta().uid(), vm.ref().vcenter(), vm.parents());
    }

    /// One Node, and the VM for which it counts.
    ///
    /// @param vm empty if the Node counts only in the number of all Nodes of the cluster
    /// @param isVmSeen true if this process itself saw the VM
    private record Entry(
            NodePlacement placement, VmPresence vmPresence, Optional<VmRef> vm, boolean isVmSeen, Instant created) {
        /// Returns true if this process itself saw the VM, and the VM is not missing now.
        boolean hasOwnVm() {
            return isVmSeen && !(vmPresence instanceof VmPresence.Missing);
        }
    }

    /// Returns true if this process knows no Node yet.
    boolean isEmpty() {
        return nodes.names().isEmpty();
    }

    /// Returns the placement and the VM presence of each Node that counts for the deletion breaker.
    ///
    /// The kubelet can write the record of its Node. A record that this process did not confirm must not hide that
    /// all Nodes of a host are missing, and must not turn one loss into two:
    ///
    /// - A Node that is not missing counts for a host, folder or vCenter only if this process saw its VM there.
    /// - If several Nodes have the same VM, only one of them counts: one whose VM this process saw, and of several
    ///   such Nodes the oldest.
    /// - A record that names a VM which counts, or once counted, for another Node never counts.
    ///
    /// A Node whose VM is missing counts for the host, folder and vCenter in its record, because after a restart
    /// there may be no other sign that all VMs of a host are gone. So a forged record can add this one Node to the
    /// missing ones, and no more.
    Map<NodePlacement, VmPresence> presences(long now) {
        var presences = new HashMap<NodePlacement, VmPresence>();
        var counted = new HashSet<VmRef>();
        nodes.names().stream()
                .flatMap(name -> nodes.find(name).stream())
                .filter(node -> node.identity() instanceof NodeIdentity.OnVsphere)
                .flatMap(node -> entry(node, now).stream())
                .sorted(Comparator.comparing((Entry entry) -> !entry.isVmSeen())
                        .thenComparing(Entry::created)
                        .thenComparing(entry -> entry.placement().node()))
                .filter(entry -> !isOwnedByOtherNode(entry)
                        && entry.vm().map(counted::add).orElse(true))
                .forEach(entry -> {
                    presences.put(entry.placement(), entry.vmPresence());
                    entry.vm().ifPresent(vm -> setOwner(vm, entry));
                });
        while (owners.size() > MAX_OWNERS) {
            owners.pollFirstEntry();
        }
        return presences;
    }

    private void setOwner(VmRef vm, Entry entry) {
        if (entry.hasOwnVm() || !owners.containsKey(vm)) {
            owners.putLast(vm, entry.placement().uid());
        }
    }

    /// Returns true if the VM counts, or once counted, for another Node, and this Node only claims it.
    private boolean isOwnedByOtherNode(Entry entry) {
        return !entry.hasOwnVm()
                && entry.vm()
                        .map(owners::get)
                        .filter(uid -> !uid.equals(entry.placement().uid()))
                        .isPresent();
    }

    private Optional<Entry> entry(NodeView node, long now) {
        NodeState state = state(node);
        return state.vm(node).map(vm -> {
            VmPresence vmPresence = state.vmPresence(node, instances.lookup(node.name()), now);
            Optional<RecordedVm> seen = state.lastSeen();
            Instant created = node.meta().created();
            if (vmPresence instanceof VmPresence.Missing) {
                return new Entry(placement(node, vm), vmPresence, Optional.of(vm.ref()), seen.isPresent(), created);
            }
            return seen.map(there ->
                            new Entry(placement(node, there), vmPresence, Optional.of(there.ref()), true, created))
                    .orElseGet(() -> new Entry(unplaced(node), vmPresence, Optional.empty(), false, created));
        });
    }

    private static NodePlacement unplaced(NodeView node) {
        return new NodePlacement(node.name().value(), node.meta().uid(), UNKNOWN_VCENTER, Optional.empty());
    }
}
