package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.vm.Vm;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An index of the addresses that the VMs of Nodes reported. An address that two VMs report probably moves between
/// them, so it is a virtual IP.
///
/// The index holds one [VmAddressHistory] for each VM of a Node of this cluster, as long as the Node exists.
///
/// Threads: any. The lock guards both maps, and nothing blocks under it.
final class AddressIndex {
    private final Map<NodeName, VmAddressHistory> histories = new HashMap<>();

    /// By IP address, the Nodes whose VM address history contains it.
    private final Map<InetAddress, Set<NodeName>> nodesByIp = new HashMap<>();

    /// Records the addresses that the VM of a Node reports now.
    synchronized void update(NodeName node, Vm vm) {
        VmAddressHistory before = histories.get(node);
        VmAddressHistory after = (before != null && before.isOf(vm) ? before : new VmAddressHistory(vm)).with(vm);
        forget(node);
        histories.put(node, after);
        after.all()
                .forEach(ip ->
                        nodesByIp.computeIfAbsent(ip, _ -> new HashSet<>()).add(node));
    }

    synchronized void forget(NodeName node) {
        VmAddressHistory vmAddressHistory = histories.remove(node);
        if (vmAddressHistory != null) {
            vmAddressHistory.all().forEach(ip -> nodesByIp.computeIfPresent(ip, (_, nodes) -> without(nodes, node)));
        }
    }

    /// Returns the name of another VM that reported the address.
    synchronized Optional<String> otherVmWith(InetAddress ip, Vm vm) {
        return nodesByIp.getOrDefault(ip, Set.of()).stream()
                .map(histories::get)
                .filter(vmAddressHistory -> !vmAddressHistory.isOf(vm))
                .map(VmAddressHistory::name)
                .min(Comparator.naturalOrder());
    }

    private static @Nullable Set<NodeName> without(Set<NodeName> nodes, NodeName node) {
        nodes.remove(node);
        return nodes.isEmpty() ? null : nodes;
    }
}
