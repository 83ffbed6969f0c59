package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.testkit.inventory.VmSpec.change;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.TaggedObject;
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the watcher with a simulated vCenter, behind a proxy that counts calls and injects faults.
class VcenterWatcherIT {

    @TempDir
    java.nio.file.Path folder;

    private VcenterSite site;
    private Running running;

    @BeforeEach
    void start() {
        site = VcenterSite.start("vc-a", folder);
        running = new Running(site);
    }

    @AfterEach
    void stop() {
        running.close();
        site.close();
    }

    @Test
    void findsAVmByUuidWithItsPlacementAndTags() {
        site.addVms("w", 0, 3);
        running.follow(1);

        Vm vm = running.awaitFound("w-1", _ -> true);

        assertThat(vm.name()).isEqualTo("w-1");
        assertThat(vm.power()).isEqualTo(PowerState.ON);
        assertThat(vm.hardware().cpus()).isEqualTo(2);
        assertThat(vm.guest().nics().getFirst().addresses().getFirst().text()).isEqualTo(VcenterSite.address(1));
        assertThat(vm.placement().hostPath().stream().map(place -> place.kind() + " " + place.name()))
                .startsWith("HostSystem vc-a-cluster-b-host-1", "ClusterComputeResource vc-a-cluster-b")
                .contains("Datacenter vc-a-dc");
        Vm tagged = running.awaitFound(
                "w-1", each -> each.placement().hostPath().get(1).tags() instanceof TagState.Read);
        assertThat(tagged.placement().hostPath().get(1).tags())
                .isEqualTo(new TagState.Read(List.of(new dev.vspherecloud.domain.vm.Tag("k8s-zone", "zone-b"))));
    }

    @Test
    void findsAVmWhoseUuidTheGuestReportsInTheOtherByteOrder() {
        site.addVms("w", 0, 1);
        SystemUuid uuid = SystemUuid.parse(site.uuid("w", 0, 1)).orElseThrow();

        running.follow("w-0", uuid.byteSwapped(), Optional.empty());

        assertThat(running.awaitFound("w-0", _ -> true).name()).isEqualTo("w-0");
    }

    @Test
    void seesAChangedAddressHostNameAndPowerStateByTheLongPoll() {
        List<String> refs = site.addVms("w", 0, 2);
        running.follow(1);
        running.awaitFound("w-1", _ -> true);
        long before = site.proxy().calls().mark();

        site.vcenter()
                .change(change(refs.get(1))
                        .address("10.99.0.1/16")
                        .hostName("renamed")
                        .poweredOff());

        running.awaitFound(
                "w-1",
                vm -> vm.power() == PowerState.OFF
                        && vm.guest().hostName().equals("renamed")
                        && vm.guest()
                                .nics()
                                .getFirst()
                                .addresses()
                                .getFirst()
                                .text()
                                .equals("10.99.0.1"));
        assertThat(site.proxy().calls().since(before).count("RetrievePropertiesEx"))
                .isZero();
    }

    @Test
    void distinguishesAMissingVmFromASilentVcenter() {
        running.follow(7);
        running.await("w-7", VmLookup.Missing.class::isInstance);

        site.proxy().cutAll();
        running.follow(8);

        running.await("w-8", VmLookup.Unknown.class::isInstance);
    }

    @Test
    void readsARecordedVmWithoutASearch() {
        List<String> refs = site.addVms("w", 0, 1);
        var recorded = new RecordedVm(
                new VmRef(UUID.fromString(site.vcenter().instanceUuid()), refs.getFirst()),
                UUID.fromString(site.uuid("w", 0, 2)),
                Optional.empty(),
                Optional.empty());

        running.follow("w-0", SystemUuid.parse(site.uuid("w", 0, 1)).orElseThrow(), Optional.of(recorded));

        running.awaitFound("w-0", _ -> true);
        assertThat(site.proxy().calls().count("FindAllByUuid")).isZero();
        assertThat(site.proxy().calls().count("CreateContainerView")).isZero();
    }

    @Test
    void dropsARecordedReferenceThatNowNamesAnotherVm() {
        List<String> refs = site.addVms("w", 0, 2);
        var wrong = new RecordedVm(
                new VmRef(UUID.fromString(site.vcenter().instanceUuid()), refs.get(1)),
                UUID.fromString(site.uuid("w", 0, 2)),
                Optional.empty(),
                Optional.empty());

        running.follow("w-0", SystemUuid.parse(site.uuid("w", 0, 1)).orElseThrow(), Optional.of(wrong));

        assertThat(running.awaitFound("w-0", _ -> true).name()).isEqualTo("w-0");
    }

    /// The PropertyCollector sends no update for a VM that was hidden before the watch started. It sends a leave only
    /// if the VM was visible then.
    @Test
    void aHiddenRecordedVmIsMissingAfterAWhile() {
        List<String> refs = site.addVms("w", 0, 2);
        site.vcenter().rights().hide(TaggedObject.vm(refs.getFirst()));
        var recorded = new RecordedVm(
                new VmRef(UUID.fromString(site.vcenter().instanceUuid()), refs.getFirst()),
                UUID.fromString(site.uuid("w", 0, 2)),
                Optional.empty(),
                Optional.empty());

        running.follow("w-0", SystemUuid.parse(site.uuid("w", 0, 1)).orElseThrow(), Optional.of(recorded));
        running.follow(1);

        running.await("w-0", lookup -> lookup instanceof VmLookup.Missing);
        running.awaitFound("w-1", _ -> true);
        assertThat(running.watcher.timeSinceConfirmed()).isPresent();
    }

    @Test
    void logsOutWhenItEnds() {
        site.addVms("w", 0, 1);
        running.follow(0);
        running.awaitFound("w-0", vm -> vm.placement().hostPath().get(1).tags() instanceof TagState.Read);

        running.close();

        assertThat(site.vcenter().sessions().soap()).isEmpty();
        assertThat(site.vcenter().sessions().rest()).isEmpty();
    }

    /// A watcher that runs on its own thread, with methods to wait for its results.
    private static final class Running implements AutoCloseable {
        private final VcenterClient client;
        private final VcenterWatcher watcher;
        private final VsphereInstances instances;
        private final Thread thread;
        private final VcenterSite site;

        Running(VcenterSite site) {
            this.site = site;
            var endpoint = new VcenterEndpoint(
                    "vc-a", "127.0.0.1", site.proxy().port(), new TlsTrust.Insecure(), Optional.empty());
            client = new VcenterClient(endpoint, Timeouts.standard(), "test", VcenterObserver.NONE);
            var credentials = new Credentials(
                    site.vcenter().username(), new Secret(site.vcenter().password()));
            watcher = new VcenterWatcher(
                    RunningWatcher.settings(true),
                    Fixtures.access(client, credentials),
                    _ -> {},
                    Fixtures.runtime(pause -> TimeUnit.NANOSECONDS.sleep(pause.toNanos())),
                    WatchObserver.NONE);
            instances = new VsphereInstances(List.of(watcher));
            thread = Thread.ofVirtual().start(watcher);
        }

        void follow(int n) {
            follow("w-" + n, SystemUuid.parse(site.uuid("w", n, 1)).orElseThrow(), Optional.empty());
        }

        void follow(String node, SystemUuid reported, Optional<RecordedVm> recorded) {
            instances.watch(new VmQuery(new NodeName(node), Optional.empty(), Optional.of(reported), recorded));
        }

        Vm awaitFound(String node, Predicate<Vm> condition) {
            VmLookup lookup =
                    await(node, each -> each instanceof VmLookup.Found(Vm vm, var _, var _) && condition.test(vm));
            return ((VmLookup.Found) lookup).vm();
        }

        VmLookup await(String node, Predicate<VmLookup> condition) {
            return Awaitility.await(node)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> instances.lookup(new NodeName(node)), condition);
        }

        @Override
        public void close() {
            thread.interrupt();
            try {
                thread.join(EventTimeout.LIMIT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            client.close();
        }
    }
}
