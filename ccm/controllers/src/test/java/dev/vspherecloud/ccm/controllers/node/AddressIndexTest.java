package dev.vspherecloud.ccm.controllers.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.StaticAddresses;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.domain.vm.VmRole;
import dev.vspherecloud.testkit.fakes.Vms;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AddressIndexTest {
    private static final String VIP = "10.1.0.100";

    private final AddressIndex addressIndex = new AddressIndex();

    @Test
    void anAddressThatAnotherVmReportsIsFound() {
        update(vm(1, "10.1.0.1", VIP));

        assertThat(otherVmWith(VIP, vm(2))).contains("w-1");
        assertThat(otherVmWith("10.1.0.2", vm(2))).isEmpty();
    }

    @Test
    void aVmDoesNotCountAgainstItsOwnAddresses() {
        update(vm(1, "10.1.0.1", VIP));

        assertThat(otherVmWith(VIP, vm(1))).isEmpty();
    }

    @Test
    void aVmOfTwoNodesDoesNotCountAgainstItself() {
        addressIndex.update(new NodeName("old-name"), vm(1, "10.1.0.1"));
        addressIndex.update(new NodeName("new-name"), vm(1, "10.1.0.1"));

        assertThat(otherVmWith("10.1.0.1", vm(1))).isEmpty();
        assertThat(otherVmWith("10.1.0.1", vm(2))).contains("w-1");
    }

    @Test
    void aMovedAddressIsRememberedForAVmThatHadAnotherAddress() {
        update(vm(1, "10.1.0.1", VIP));
        update(vm(1, "10.1.0.1"));
        update(vm(2, "10.1.0.2", VIP));

        assertThat(otherVmWith(VIP, vm(2))).contains("w-1");
        assertThat(otherVmWith(VIP, vm(1))).contains("w-2");
    }

    @Test
    void theOnlyAddressOfAVmIsForgottenWhenItChanges() {
        update(vm(1, "10.1.0.1"));
        update(vm(1, "10.1.0.7"));

        assertThat(otherVmWith("10.1.0.1", vm(2))).isEmpty();
    }

    @Test
    void anAddressOfTheOtherFamilyDoesNotCountAsAnotherAddress() {
        update(vm(1, "10.1.0.1", "fd00::1", "fe80::1"));
        update(vm(1, "10.1.0.7", "fd00::7"));

        assertThat(otherVmWith("10.1.0.1", vm(2))).isEmpty();
        assertThat(otherVmWith("fd00::1", vm(2))).isEmpty();
    }

    @Test
    void localAddressesAreNotIndexed() {
        update(vm(1, "10.1.0.1", "fe80::1", "169.254.1.1", "127.0.0.1", "::1"));

        for (String ip : List.of("fe80::1", "169.254.1.1", "127.0.0.1", "::1")) {
            assertThat(otherVmWith(ip, vm(2))).isEmpty();
        }
    }

    @Test
    void onlyARunningConnectedVmWithToolsIsIndexed() {
        Vm right = vm(1, "10.1.0.1", VIP);
        Stream.of(
                        new Vm(
                                "vc",
                                "w-1",
                                right.identity(),
                                VmRole.MACHINE,
                                ConnectionState.CONNECTED,
                                PowerState.OFF,
                                right.guest(),
                                right.hardware(),
                                right.placement(),
                                Optional.empty()),
                        new Vm(
                                "vc",
                                "w-1",
                                right.identity(),
                                VmRole.MACHINE,
                                ConnectionState.DISCONNECTED,
                                PowerState.ON,
                                right.guest(),
                                right.hardware(),
                                right.placement(),
                                Optional.empty()),
                        Vms.machine(
                                "vc",
                                "w-1",
                                right.identity(),
                                PowerState.ON,
                                withoutTools(right.guest()),
                                right.hardware(),
                                right.placement()))
                .forEach(vm -> {
                    update(vm);
                    assertThat(otherVmWith(VIP, vm(2))).isEmpty();
                });
    }

    @Test
    void aVmThatStopsKeepsOnlyAddressesThatItHadBesideAnother() {
        update(vm(1, "10.1.0.1", VIP));
        Vm now = vm(1, "10.1.0.9");
        update(now);
        update(Vms.machine("vc", "w-1", now.identity(), PowerState.OFF, now.guest(), now.hardware(), now.placement()));

        assertThat(otherVmWith("10.1.0.9", vm(2))).isEmpty();
        assertThat(otherVmWith(VIP, vm(2))).contains("w-1");
    }

    @Test
    void aForgottenNodeLosesItsAddresses() {
        update(vm(1, "10.1.0.1", VIP));
        addressIndex.forget(new NodeName("w-1"));

        assertThat(otherVmWith(VIP, vm(2))).isEmpty();
        assertThat(otherVmWith("10.1.0.1", vm(2))).isEmpty();
    }

    @Test
    void anotherVmOfTheNodeReplacesItsAddresses() {
        update(vm(1, "10.1.0.1", VIP));
        addressIndex.update(new NodeName("w-1"), vm(3, "10.1.0.1"));

        assertThat(otherVmWith(VIP, vm(2))).isEmpty();
        assertThat(otherVmWith("10.1.0.1", vm(2))).contains("w-3");
    }

    @Test
    void theNumberOfRememberedAddressesIsBounded() {
        for (int i = 0; i < 200; i++) {
            update(vm(1, "10.1.0.1", "10.9.0." + i));
        }

        assertThat(otherVmWith("10.9.0.100", vm(2))).isEmpty();
        assertThat(otherVmWith("10.9.0.150", vm(2))).contains("w-1");
    }

    @Test
    void aGuestThatReportsAWholeSubnetIsNotIndexed() {
        update(vm(1, many(256)));
        assertThat(otherVmWith("10.9.0.7", vm(2))).contains("w-1");

        update(vm(3, many(257)));
        addressIndex.forget(new NodeName("w-1"));

        assertThat(otherVmWith("10.9.0.7", vm(2))).isEmpty();
    }

    @Test
    void aNodeThatMatchedAnotherVmKeepsNoneOfItsAddresses() {
        addressIndex.update(new NodeName("liar"), vm(1, "10.1.0.1", VIP));
        addressIndex.update(new NodeName("liar"), vm(9, "10.1.0.9"));

        assertThat(otherVmWith("10.1.0.1", vm(1, "10.1.0.1"))).isEmpty();
        assertThat(otherVmWith("10.1.0.1", vm(2))).isEmpty();
    }

    @Test
    void manyThreadsMayUseTheIndex() throws InterruptedException {
        var go = new CountDownLatch(1);
        List<Thread> workers = IntStream.range(1, 9)
                .mapToObj(n -> Thread.ofVirtual().start(() -> {
                    awaitQuietly(go);
                    for (int i = 0; i < 500; i++) {
                        update(i % 2 == 0 ? vm(n, "10.1.0." + n, VIP) : vm(n, "10.1.0." + n));
                        addressIndex.otherVmWith(InetAddress.ofLiteral(VIP), vm(n));
                        if (i % 50 == 0) {
                            addressIndex.forget(new NodeName("w-" + n));
                        }
                    }
                }))
                .toList();
        go.countDown();
        for (Thread worker : workers) {
            worker.join();
        }

        assertThat(otherVmWith(VIP, vm(9))).contains("w-1");
        IntStream.range(1, 9).forEach(n -> addressIndex.forget(new NodeName("w-" + n)));
        assertThat(otherVmWith(VIP, vm(9))).isEmpty();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void update(Vm vm) {
        addressIndex.update(new NodeName(vm.name()), vm);
    }

    private Optional<String> otherVmWith(String ip, Vm vm) {
        return addressIndex.otherVmWith(InetAddress.ofLiteral(ip), vm);
    }

    private static String[] many(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "10.9.%d.%d".formatted(i / 256, i % 256))
                .toArray(String[]::new);
    }

    private static Guest withoutTools(Guest guest) {
        return new Guest(guest.hostName(), guest.nics(), false, List.of(), new StaticAddresses.None());
    }

    private static Vm vm(int n, String... ips) {
        var nic = new GuestNic(
                "VM Network",
                4000,
                Arrays.stream(ips)
                        .map(ip -> new GuestAddress(ip, InetAddress.ofLiteral(ip)))
                        .toList());
        return Vms.machine(
                "vc",
                "w-" + n,
                new VmIdentity(new VmRef(new UUID(1, 1), "vm-" + n), new SystemUuid(new UUID(2, n)), new UUID(3, n)),
                PowerState.ON,
                Vms.guest("w-" + n, List.of(nic)),
                new Hardware(2, 4096, "ubuntu64Guest", 0),
                new Placement(List.of(), List.of(), List.of(), List.of()));
    }
}
