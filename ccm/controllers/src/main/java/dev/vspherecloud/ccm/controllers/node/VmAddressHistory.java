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

/// The addresses that one VM reports, and those it once had beside others.
///
/// An address that a VM had alone was its own. When another VM has it later it was handed on, as DHCP does, and nothing
/// is wrong with it. One that stood beside another may be a virtual one that moved.
///
/// @param instance the VM
/// @param reported what it reports now; empty when it is no witness
/// @param beside   what it ever reported beside another address of the family on the same interface, the latest last
record VmAddressHistory(UUID instance, String name, Set<InetAddress> reported, SequencedSet<InetAddress> beside) {
    /// More virtual addresses than one VM holds in its time; it only keeps a VM that changes its addresses for ever
    /// from filling the heap.
    private static final int MOST = 64;

    /// A guest that reports more addresses than these tells nothing about those of others: it could else cast doubt on
    /// all addresses of a subnet at once.
    private static final int MOST_REPORTED = 256;

    /// Nothing was heard of it yet.
    VmAddressHistory(Vm vm) {
        this(vm.identity().instanceUuid(), vm.name(), Set.of(), new LinkedHashSet<>());
    }

    /// What is known after this look at the VM.
    VmAddressHistory and(Vm vm) {
        if (!isWitness(vm)) {
            return new VmAddressHistory(instance, vm.name(), Set.of(), beside);
        }
        var latest = new LinkedHashSet<>(beside);
        besides(vm).forEach(latest::addLast);
        while (latest.size() > MOST) {
            latest.removeFirst();
        }
        return new VmAddressHistory(instance, vm.name(), reported(vm), latest);
    }

    boolean isOf(Vm vm) {
        return instance.equals(vm.identity().instanceUuid());
    }

    Set<InetAddress> all() {
        return Stream.of(reported, beside).flatMap(Collection::stream).collect(Collectors.toUnmodifiableSet());
    }

    /// What a VM reports that does not run, that vCenter does not see, or whose Tools are away, is from before: another
    /// may have the address by now.
    private static boolean isWitness(Vm vm) {
        return vm.power() == PowerState.ON
                && vm.connection() == ConnectionState.CONNECTED
                && vm.guest().toolsRunning()
                && vm.guest().virtualNics().stream()
                                .flatMap(VmAddressHistory::usable)
                                .count()
                        <= MOST_REPORTED;
    }

    private static Set<InetAddress> reported(Vm vm) {
        return vm.guest().virtualNics().stream()
                .flatMap(VmAddressHistory::usable)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static List<InetAddress> besides(Vm vm) {
        return vm.guest().virtualNics().stream()
                .flatMap(nic -> usable(nic)
                        .filter(ip -> usable(nic)
                                        .filter(other -> isOfFamily(other, ip))
                                        .count()
                                > 1))
                .toList();
    }

    /// Every machine has link-local addresses, and they say nothing.
    private static Stream<InetAddress> usable(GuestNic nic) {
        return nic.addresses().stream()
                .map(GuestAddress::ip)
                .filter(ip -> !ip.isLinkLocalAddress() && !ip.isLoopbackAddress() && !ip.isAnyLocalAddress());
    }

    private static boolean isOfFamily(InetAddress one, InetAddress other) {
        return one.getAddress().length == other.getAddress().length;
    }
}
