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

/// Collects hints that an address of a Node is a virtual IP: from the VMs of other Nodes, Services, and the API
/// server.
///
/// A new hint triggers no reconciliation, since a Node keeps the addresses that it has. A hint matters only when
/// addresses are chosen, and a change of the Node's own VM triggers that.
///
/// Threads: any; [AddressIndex] has the state.
public final class VirtualIpHintSource {
    private final AddressIndex addressIndex = new AddressIndex();
    private final AddressesInUse addressesInUse;

    public VirtualIpHintSource(AddressesInUse claims) {
        this.addressesInUse = claims;
    }

    /// Records what the VM of the Node reports, for use by other Nodes, and returns the hints about its addresses.
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

    /// Returns the addresses of the VM and of the Node. One that the VM does not report any more may be elsewhere.
    private static Set<InetAddress> addressesOf(NodeView node, Vm vm) {
        var ips = new HashSet<InetAddress>();
        vm.guest()
                .virtualNics()
                .forEach(nic -> nic.addresses().stream().map(GuestAddress::ip).forEach(ips::add));
        node.addresses().stream().map(NodeAddress::ip).flatMap(Optional::stream).forEach(ips::add);
        return ips;
    }
}
