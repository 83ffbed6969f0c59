package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.ip.Subnet;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.vsphere.client.MoRef;
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

/// Reads the default gateways of guests. They help to tell a guest's own addresses from virtual IPs.
///
/// The gateways are in `guest.ipStack`, which is not watched: on a Kubernetes Node it changes with the routes
/// of every Pod. It is read once, and only for VMs with addresses of one family in different subnets on one
/// NIC.
///
/// Threads: only the watcher's thread.
final class Gateways {
    /// The number of VMs in one read: the routes of one guest can be a hundred kilobytes.
    private static final int BATCH_SIZE = 50;

    private final VcenterSession session;
    private final Map<MoRef, List<InetAddress>> gatewaysByVm = new HashMap<>();

    Gateways(VcenterSession session) {
        this.session = session;
    }

    /// Returns the default gateways of a VM's guest; empty if they were not read yet, or if the guest has none.
    List<InetAddress> of(MoRef vm) {
        return gatewaysByVm.getOrDefault(vm, List.of());
    }

    void retainAll(Set<MoRef> vms) {
        gatewaysByVm.keySet().retainAll(vms);
    }

    /// Reads the default gateways of those VMs for which they are needed and not known.
    ///
    /// @return the VMs whose gateways were read by this call
    Set<MoRef> read(Collection<VmRecord> vms) {
        List<MoRef> toRead = vms.stream()
                .filter(vm -> !gatewaysByVm.containsKey(vm.ref()) && areNeededFor(vm.guest()))
                .map(VmRecord::ref)
                .toList();
        for (int from = 0; from < toRead.size(); from += BATCH_SIZE) {
            read(toRead.subList(from, Math.min(toRead.size(), from + BATCH_SIZE)));
        }
        return new HashSet<>(toRead);
    }

    /// Reads the routes of these guests. If they are too much for one response, they are read in two. If the
    /// routes of one guest are too much, its addresses are evaluated without gateways.
    private void read(List<MoRef> vms) {
        vms.forEach(vm -> gatewaysByVm.put(vm, List.of()));
        try {
            session.retrieve(RetrieveQuery.ofObjects("VirtualMachine", VmProperties.ROUTE_PATHS, vms)
                            .toleratingMissing())
                    .forEach(vm -> vm.values()
                            .values()
                            .forEach(stacks -> gatewaysByVm.put(vm.object(), GuestProperties.gateways(stacks))));
        } catch (VcenterException e) {
            if (e.kind() != VcenterException.Kind.TOO_LARGE) {
                throw e;
            }
            int half = vms.size() / 2;
            if (half > 0) {
                read(vms.subList(0, half));
                read(vms.subList(half, vms.size()));
            }
        }
    }

    /// Returns true if a NIC has addresses of one family in different subnets, so that a gateway may be in one of
    /// them.
    static boolean areNeededFor(Guest guest) {
        return guest.virtualNics().stream()
                .anyMatch(nic -> subnets(nic).filter(Gateways::isIpv4).count() > 1
                        || subnets(nic).filter(subnet -> !isIpv4(subnet)).count() > 1);
    }

    private static Stream<Subnet> subnets(GuestNic nic) {
        return nic.addresses().stream()
                .flatMap(address -> subnet(address).stream())
                .distinct();
    }

    /// Returns the subnet of the address; empty for link-local and loopback addresses, and for a subnet of only
    /// one address.
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
