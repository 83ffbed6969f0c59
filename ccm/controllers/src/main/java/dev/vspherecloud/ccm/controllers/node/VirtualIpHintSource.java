package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.ccm.domain.address.AddressesInUse;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.VirtualIpHints;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.Vm;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Collects hints that an address of a Node is a virtual IP. The hints come from the VMs of other Nodes, from
/// Services, and from the endpoint of the API server.
///
/// A new hint triggers no reconciliation, since a Node keeps the addresses that it has. Hints matter only when the
/// addresses of a Node are chosen, and a change of its VM triggers that.
///
/// Threads: any; [AddressIndex] holds the state.
public final class VirtualIpHintSource {
    private final AddressIndex addressIndex = new AddressIndex();
    private final AddressesInUse addressesInUse;

    public VirtualIpHintSource(AddressesInUse addressesInUse) {
        this.addressesInUse = addressesInUse;
    }

    /// Records the addresses that the VM of the Node reports, as hints for other Nodes, and returns the hints about
    /// this Node's addresses.
    public VirtualIpHints hintsFor(NodeView node, VmLookup lookup) {
        return switch (lookup) {
            case VmLookup.Found(Vm vm, var _, var _) -> hintsFor(node, vm);
            case VmLookup.Missing _ -> {
                addressIndex.forget(node.name());
                yield VirtualIpHints.NONE;
            }
            case VmLookup.Ambiguous _,
                    VmLookup.Conflict _,
                    VmLookup.Elsewhere _,
                    VmLookup.Placeholder _,
                    VmLookup.Template _,
                    VmLookup.Unreadable _,
                    VmLookup.Pending _,
                    VmLookup.Unknown _ -> VirtualIpHints.NONE;
        };
    }

    private VirtualIpHints hintsFor(NodeView node, Vm vm) {
        addressIndex.update(node.name(), vm);
        Map<InetAddress, String> usersByIp = addressesInUse.usersByIp();
        var inUse = new HashMap<InetAddress, String>();
        var seenOn = new HashMap<InetAddress, String>();
        for (InetAddress ip : addressesOf(node, vm)) {
            Optional.ofNullable(usersByIp.get(ip)).ifPresent(user -> inUse.put(ip, user));
            addressIndex.otherVmWith(ip, vm).ifPresent(other -> seenOn.put(ip, other));
        }
        return new VirtualIpHints(inUse, seenOn);
    }

    void forget(NodeName node) {
        addressIndex.forget(node);
    }

    /// Returns the addresses that the VM reports and those that the Node has. If the VM no longer reports an
    /// address of the Node, another VM may have it.
    private static Set<InetAddress> addressesOf(NodeView node, Vm vm) {
        var ips = new HashSet<InetAddress>();
        vm.guest()
                .virtualNics()
                .forEach(nic -> nic.addresses().stream().map(GuestAddress::ip).forEach(ips::add));
        node.addresses().stream().map(NodeAddress::ip).flatMap(Optional::stream).forEach(ips::add);
        return ips;
    }
}
