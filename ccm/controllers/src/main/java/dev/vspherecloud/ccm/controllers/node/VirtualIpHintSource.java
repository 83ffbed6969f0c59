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

/// What others say about the addresses of a Node: the VMs of other Nodes, Services, the API server.
///
/// News about an address wakes nobody. A Node has its addresses and keeps them; what is said of one matters when they
/// are chosen, which its own VM makes happen.
///
/// Threads: any; [AddressIndex] has the state.
public final class VirtualIpHintSource {
    private final AddressIndex addressIndex = new AddressIndex();
    private final AddressesInUse claims;

    public VirtualIpHintSource(AddressesInUse claims) {
        this.claims = claims;
    }

    /// Takes down what the VM of the Node reports, for the sake of the others, and says what they said.
    public VirtualIpHints about(NodeView node, VmLookup lookup) {
        return switch (lookup) {
            case VmLookup.Found(Vm vm, var _, var _) -> about(node, vm);
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

    private VirtualIpHints about(NodeView node, Vm vm) {
        addressIndex.see(node.name(), vm);
        Map<InetAddress, String> claimants = claims.claims();
        var claimed = new HashMap<InetAddress, String>();
        var seenOn = new HashMap<InetAddress, String>();
        for (InetAddress ip : of(node, vm)) {
            Optional.ofNullable(claimants.get(ip)).ifPresent(claimant -> claimed.put(ip, claimant));
            addressIndex.elsewhere(ip, vm).ifPresent(other -> seenOn.put(ip, other));
        }
        return new VirtualIpHints(claimed, seenOn);
    }

    void forget(NodeName node) {
        addressIndex.forget(node);
    }

    /// Those the Node has, too: one that its VM does not report any more may be elsewhere.
    private static Set<InetAddress> of(NodeView node, Vm vm) {
        var ips = new HashSet<InetAddress>();
        vm.guest()
                .virtualNics()
                .forEach(nic -> nic.addresses().stream().map(GuestAddress::ip).forEach(ips::add));
        node.addresses().stream().map(NodeAddress::ip).flatMap(Optional::stream).forEach(ips::add);
        return ips;
    }
}
