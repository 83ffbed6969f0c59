package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.testkit.inventory.VmSpec.aVm;
import static dev.vspherecloud.testkit.inventory.VmSpec.change;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.StaticAddresses;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmRole;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.testkit.corpus.GuestSituation;
import dev.vspherecloud.testkit.inventory.NicSpec;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.vim25.Vim25Schema;
import dev.vspherecloud.text.Secret;
import java.net.InetAddress;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests all properties of a guest and its VM, in the first read and in updates of the long poll.
@ParameterizedClass
@EnumSource(LifelikeVcenterIT.Collector.class)
class GuestReportIT {
    private static final String UUID = "421a0000-0000-4000-8000-000000000001";

    @Parameter
    private LifelikeVcenterIT.Collector collector = LifelikeVcenterIT.Collector.TESTKIT;

    private SimulatedVcenter vcenter;
    private FaultProxy proxy;
    private RunningWatcher watcher;

    @BeforeEach
    void start() {
        var options = VcenterOptions.defaults();
        vcenter = SimulatedVcenter.start(
                collector == LifelikeVcenterIT.Collector.STOCK ? options.withStockCollector() : options);
        proxy = FaultProxy.inFrontOf(vcenter.url()).start();
        watcher = startWatcher();
    }

    private RunningWatcher startWatcher() {
        return new RunningWatcher(
                proxy.port(), new Credentials(vcenter.username(), new Secret(vcenter.password())), false);
    }

    @AfterEach
    void stop() {
        try (var _ = vcenter;
                var _ = proxy) {
            watcher.close();
            assertThat(proxy.calls().soapRequests()).isNotEmpty().allSatisfy(request -> assertThat(
                            Vim25Schema.vsphere67u3().check(request))
                    .isEmpty());
        }
    }

    @Test
    void readsTheWholeReport() throws Exception {
        vcenter.addVm(vm().nic(NicSpec.aNic("VM Network")
                        .mac("00:50:56:AA:00:01")
                        .address("10.0.0.5/24", "dhcp", "preferred")
                        .address("10.0.0.9/32", "manual", "preferred")
                        .address(new NicSpec.Address("fd00::5", 0, "", "")))
                .nic(NicSpec.aGuestOnlyNic("02:42:00:00:00:01").address("172.17.0.1/16"))
                .metadata("network: {ethernets: {id0: {addresses: [10.0.0.5/24]}}}"));
        watcher.follow("w-1", UUID);

        Vm vm = watcher.awaitAddress("w-1", "10.0.0.5");

        assertThat(vm.role()).isEqualTo(VmRole.MACHINE);
        assertThat(vm.connection()).isEqualTo(ConnectionState.CONNECTED);
        assertThat(vm.hardware().nics()).isEqualTo(1);
        assertThat(vm.guest().toolsRunning()).isTrue();
        assertThat(vm.guest().gateways()).isEmpty();
        assertThat(vm.guest().statics()).isEqualTo(new StaticAddresses.Listed(List.of(ip("10.0.0.5"))));
        assertThat(vm.guest().nics().getFirst().mac()).isEqualTo("00:50:56:aa:00:01");
        assertThat(vm.guest().nics().getFirst().addresses())
                .containsExactly(
                        new GuestAddress(
                                "10.0.0.5",
                                ip("10.0.0.5"),
                                OptionalInt.of(24),
                                GuestAddress.Origin.DHCP,
                                GuestAddress.State.PREFERRED),
                        new GuestAddress(
                                "10.0.0.9",
                                ip("10.0.0.9"),
                                OptionalInt.of(32),
                                GuestAddress.Origin.MANUAL,
                                GuestAddress.State.PREFERRED),
                        new GuestAddress("fd00::5", ip("fd00::5")));
    }

    @Test
    void receivesAllChangesByTheLongPoll() throws Exception {
        String ref = vcenter.addVm(vm().address("10.0.0.5/24"));
        watcher.follow("w-1", UUID);
        watcher.awaitAddress("w-1", "10.0.0.5");
        long before = proxy.calls().mark();

        vcenter.change(change(ref)
                .toolsRunning(false)
                .connectionState("inaccessible")
                .metadata("network: {ethernets: {id0: {addresses: [10.0.0.7/24]}}}")
                .address("10.0.0.5/24")
                .address("10.1.0.5/24"));

        Vm lost = watcher.awaitFound(
                "w-1",
                vm -> vm.connection() == ConnectionState.INACCESSIBLE
                        && vm.guest().nics().size() == 2);
        assertThat(lost.power()).isEqualTo(PowerState.UNKNOWN);
        assertThat(lost.hardware().nics()).isEqualTo(2);
        assertThat(lost.guest().toolsRunning()).isFalse();
        assertThat(lost.guest().statics()).isEqualTo(new StaticAddresses.Listed(List.of(ip("10.0.0.7"))));
        vcenter.change(change(ref).extraConfig("guestinfo.metadata", "").managedBy("placeholderVm"));
        VmLookup.Placeholder placeholder =
                (VmLookup.Placeholder) watcher.await("w-1", VmLookup.Placeholder.class::isInstance);
        assertThat(placeholder.vm().role()).isEqualTo(VmRole.PLACEHOLDER);
        assertThat(placeholder.vm().guest().statics()).isEqualTo(new StaticAddresses.None());
        vcenter.change(change(ref).managedBy("").template(true));
        watcher.await("w-1", VmLookup.Template.class::isInstance);
        assertThat(proxy.calls().since(before).count("RetrievePropertiesEx")).isZero();
    }

    @Test
    void readsGatewaysOnceAndOnlyIfTheAddressesDifferInSubnet() throws Exception {
        String ref = vcenter.addVm(vm().address("10.0.0.5/24").gateways("10.0.0.1"));
        watcher.follow("w-1", UUID);
        watcher.awaitAddress("w-1", "10.0.0.5");
        assertThat(ipStackReads()).isZero();

        vcenter.change(change(ref).address("10.9.0.5/24", "10.0.0.5/24"));

        Vm vm = watcher.awaitAddress("w-1", "10.9.0.5");
        assertThat(vm.guest().gateways()).containsExactly(ip("10.0.0.1"));
        vcenter.change(change(ref).address("10.9.0.6/24", "10.0.0.5/24").gateways("10.0.0.2"));
        Vm later = watcher.awaitAddress("w-1", "10.9.0.6");
        assertThat(later.guest().gateways()).containsExactly(ip("10.0.0.1"));
        assertThat(ipStackReads()).isEqualTo(1);
    }

    /// Compares each report of the corpus with the values that the watcher reads.
    ///
    /// The VMs exist before the watcher starts: for each change after that, govmomi's collector collects every
    /// VM again, which takes many seconds on a busy machine.
    @Test
    void readsTheWholeCorpus() throws Exception {
        watcher.close();
        List<GuestSituation> situations = GuestSituation.all();
        vcenter.addVms(IntStream.range(0, situations.size())
                .mapToObj(n ->
                        situations.get(n).reports().getLast().in(aVm("w-" + n).uuid(uuid(n))))
                .toList());
        watcher = startWatcher();
        IntStream.range(0, situations.size())
                .forEach(n -> watcher.follow(situations.get(n).name(), uuid(n)));

        for (GuestSituation situation : situations) {
            Guest expected = situation.reports().getLast().guest();
            Guest read = watcher.awaitFound(situation.name(), _ -> true).guest();
            assertThat(read.hostName()).as(situation.name()).isEqualTo(expected.hostName());
            assertThat(read.nics()).as(situation.name()).isEqualTo(expected.nics());
            assertThat(read.toolsRunning()).as(situation.name()).isEqualTo(expected.toolsRunning());
            assertThat(read.statics()).as(situation.name()).hasSameClassAs(expected.statics());
        }
    }

    private long ipStackReads() {
        return proxy.calls().soapRequests().stream()
                .filter(request -> request.contains("guest.ipStack"))
                .count();
    }

    private static String uuid(int n) {
        return "421b0000-0000-4000-8000-%012d".formatted(n);
    }

    private static VmSpec vm() {
        return aVm("w-1").uuid(UUID).poweredOn().hostName("w-1").toolsRunning(true);
    }

    private static InetAddress ip(String text) {
        return InetAddress.ofLiteral(text);
    }
}
