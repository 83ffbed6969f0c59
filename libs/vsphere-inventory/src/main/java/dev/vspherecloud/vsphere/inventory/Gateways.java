package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.ip.Subnet;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.ObjectContent;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.net.InetAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Reads the default gateways of guests, where they help to tell a guest's own addresses from virtual IPs.
///
/// They are in `guest.ipStack`, which is not watched: on a Kubernetes Node it changes with the routes of every
/// Pod. It is read once, and only for VMs with addresses of one family in different subnets on one NIC.
///
/// Threads: confined to the watcher.
final class Gateways {
    /// The routes of a guest can be a hundred kilobytes.
    private static final int AT_A_TIME = 50;

    private final VcenterSession session;
    private final Map<MoRef, List<InetAddress>> known = new HashMap<>();

    Gateways(VcenterSession session) {
        this.session = session;
    }

    /// Returns the default gateways; empty before they are read, and if the guest has none.
    List<InetAddress> of(MoRef vm) {
        return known.getOrDefault(vm, List.of());
    }

    void forgetAllBut(Set<MoRef> vms) {
        known.keySet().retainAll(vms);
    }

    /// @return the VMs whose gateways were read by this call
    Set<MoRef> read(Collection<VmRecord> vms) {
        List<MoRef> wanted = vms.stream()
                .filter(vm -> !known.containsKey(vm.ref()) && matterTo(vm.guest()))
                .map(VmRecord::ref)
                .toList();
        for (int from = 0; from < wanted.size(); from += AT_A_TIME) {
            read(wanted.subList(from, Math.min(wanted.size(), from + AT_A_TIME)));
        }
        return new HashSet<>(wanted);
    }

    private void read(List<MoRef> vms) {
        vms.forEach(vm -> known.put(vm, List.of()));
        for (ObjectContent vm : routes(vms)) {
            vm.values().values().forEach(stacks -> known.put(vm.object(), GuestProperties.gateways(stacks)));
        }
    }

    /// Reads the routes; empty if they are too much for one response. The addresses are then evaluated without
    /// them.
    private List<ObjectContent> routes(List<MoRef> vms) {
        try {
            return session.retrieve(RetrieveQuery.ofObjects("VirtualMachine", VmProperties.ROUTES, vms)
                    .toleratingMissing());
        } catch (VcenterException e) {
            if (e.kind() == VcenterException.Kind.TOO_LARGE) {
                return List.of();
            }
            throw e;
        }
    }

    /// Returns true if a NIC has addresses of one family in different subnets, so that a gateway may be in one of
    /// them.
    static boolean matterTo(Guest guest) {
        return guest.virtualNics().stream()
                .anyMatch(nic -> subnets(nic).filter(Gateways::isIpv4).count() > 1
                        || subnets(nic).filter(subnet -> !isIpv4(subnet)).count() > 1);
    }

    private static Stream<Subnet> subnets(GuestNic nic) {
        return nic.addresses().stream()
                .flatMap(address -> subnet(address).stream())
                .distinct();
    }

    /// Returns the subnet of the address. Empty if no other address fits into it, and for link-local and loopback
    /// addresses.
    private static Optional<Subnet> subnet(GuestAddress address) {
        int bits = address.ip().getAddress().length * Byte.SIZE;
        int length = address.prefixLength().orElse(bits);
        boolean isLocal = address.ip().isLinkLocalAddress() || address.ip().isLoopbackAddress();
        return length == bits || isLocal ? Optional.empty() : Optional.of(new Subnet(address.ip(), length));
    }

    private static boolean isIpv4(Subnet subnet) {
        return subnet.network().getAddress().length == 4;
    }
}
