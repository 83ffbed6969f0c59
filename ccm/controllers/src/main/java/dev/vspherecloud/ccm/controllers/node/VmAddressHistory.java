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

/// The addresses that one VM reports, and those that it once reported beside others.
///
/// An address that a VM had alone was its own. If another VM has it later, it was reassigned, as DHCP does, and
/// that is normal. An address that stood beside another may be a virtual one that moved.
///
/// @param instance the VM
/// @param reported what it reports now; empty if its report is not reliable
/// @param besideOthers what it ever reported beside another address of the family on the same interface, the
///     latest last
record VmAddressHistory(UUID instance, String name, Set<InetAddress> reported, SequencedSet<InetAddress> besideOthers) {
    /// More virtual addresses than one VM has in its lifetime. It limits the heap if a VM changes its addresses
    /// forever.
    private static final int MAX_ADDRESSES = 64;

    /// If a guest reports more addresses than this, its report says nothing about the addresses of others.
    /// Otherwise one guest could cast doubt on all addresses of a subnet at once.
    private static final int MAX_REPORTED = 256;

    /// Creates an empty history of the VM.
    VmAddressHistory(Vm vm) {
        this(vm.identity().instanceUuid(), vm.name(), Set.of(), new LinkedHashSet<>());
    }

    /// Returns the history with what the VM reports now.
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

    /// Returns true if the report of the VM is current. If the VM is off or disconnected, or VMware Tools do not
    /// run, the report is old, and another VM may have the address by now.
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

    /// Every machine has link-local addresses, so they are no evidence.
    private static Stream<InetAddress> usable(GuestNic nic) {
        return nic.addresses().stream()
                .map(GuestAddress::ip)
                .filter(ip -> !ip.isLinkLocalAddress() && !ip.isLoopbackAddress() && !ip.isAnyLocalAddress());
    }

    private static boolean isOfFamily(InetAddress one, InetAddress other) {
        return one.getAddress().length == other.getAddress().length;
    }
}
