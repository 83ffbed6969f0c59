package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.Vm;
import java.net.InetAddress;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The addresses that one VM reports now, and those that it once reported beside other addresses.
///
/// If an address was the only one of its VM and another VM has it later, it was reassigned, for example by DHCP.
/// That is normal. If an address stood beside others and another VM has it later, it may be a virtual IP that
/// moved.
///
/// @param instance the instance UUID of the VM
/// @param name the name of the VM
/// @param reported the addresses that the VM reports now; empty if its report is not current
/// @param besideOthers the addresses that it ever reported beside another address of the same family on the same
///     interface, the latest last
record VmAddressHistory(UUID instance, String name, Set<InetAddress> reported, SequencedSet<InetAddress> besideOthers) {
    /// The maximum number of remembered addresses. It is more than the virtual IPs of one VM in its lifetime, and
    /// limits the heap if a VM changes its addresses forever.
    private static final int MAX_ADDRESSES = 64;

    /// If a guest reports more addresses than this, its report is no hint about the addresses of other VMs.
    /// Otherwise one guest could make all addresses of a subnet look virtual.
    private static final int MAX_REPORTED = 256;

    /// Creates an empty address history of the VM.
    VmAddressHistory(Vm vm) {
        this(vm.identity().instanceUuid(), vm.name(), Set.of(), new LinkedHashSet<>());
    }

    /// Returns this history with the addresses that the VM reports now.
    VmAddressHistory with(Vm vm) {
        if (!isCurrent(vm)) {
            return new VmAddressHistory(instance, vm.name(), Set.of(), besideOthers);
        }
        var latest = new LinkedHashSet<>(besideOthers);
        addressesBesideOthers(vm).forEach(latest::addLast);
        while (latest.size() > MAX_ADDRESSES) {
            latest.removeFirst();
        }
        return new VmAddressHistory(instance, vm.name(), reported(vm), latest);
    }

    boolean isOf(Vm vm) {
        return instance.equals(vm.identity().instanceUuid());
    }

    Set<InetAddress> all() {
        return Stream.of(reported, besideOthers).flatMap(Collection::stream).collect(Collectors.toUnmodifiableSet());
    }

    /// Returns true if the VM's report of addresses is current and not too long. If the VM is off or disconnected,
    /// or VMware Tools do not run, the report is old, and another VM may have the address by now.
    private static boolean isCurrent(Vm vm) {
        return vm.power() == PowerState.ON
                && vm.connection() == ConnectionState.CONNECTED
                && vm.guest().toolsRunning()
                && vm.guest().virtualNics().stream()
                                .flatMap(VmAddressHistory::usable)
                                .count()
                        <= MAX_REPORTED;
    }

    private static Set<InetAddress> reported(Vm vm) {
        return vm.guest().virtualNics().stream()
                .flatMap(VmAddressHistory::usable)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static List<InetAddress> addressesBesideOthers(Vm vm) {
        return vm.guest().virtualNics().stream()
                .flatMap(nic -> usable(nic)
                        .filter(ip -> usable(nic)
                                        .filter(other -> isOfFamily(other, ip))
                                        .count()
                                > 1))
                .toList();
    }

    /// Returns the addresses of the interface, without those that are on every machine: link-local, loopback and
    /// unspecified ones.
    private static Stream<InetAddress> usable(GuestNic nic) {
        return nic.addresses().stream()
                .map(GuestAddress::ip)
                .filter(ip -> !ip.isLinkLocalAddress() && !ip.isLoopbackAddress() && !ip.isAnyLocalAddress());
    }

    private static boolean isOfFamily(InetAddress one, InetAddress other) {
        return one.getAddress().length == other.getAddress().length;
    }
}
