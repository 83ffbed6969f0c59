package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.Instances;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.fakes.InstancesContract;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// Tests the contract of the port with the inventory of a simulated vCenter.
class VsphereInstancesContractIT extends InstancesContract {
    private static final Duration TIMEOUT = EventTimeout.LIMIT;

    private final CountDownLatch stopping = new CountDownLatch(1);
    private SimulatedVcenter vcenter;
    private VcenterClient client;
    private Instances instances;
    private Thread watching;
    private int vms;

    @BeforeEach
    void start() {
        vcenter = SimulatedVcenter.start();
        client = new VcenterClient(
                new VcenterEndpoint("vc-a", vcenter.host(), vcenter.port(), new TlsTrust.Insecure(), Optional.empty()),
                Timeouts.standard(),
                "test",
                VcenterObserver.NONE);
        var credentials = new Credentials(vcenter.username(), new Secret(vcenter.password()));
        var watcher = new VcenterWatcher(
                RunningWatcher.settings(false),
                Fixtures.access(client, credentials),
                _ -> {},
                Fixtures.runtime(this::pause),
                WatchObserver.NONE);
        instances = new VsphereInstances(List.of(watcher));
        watching = Thread.ofVirtual().start(watcher);
    }

    private void pause(Duration length) throws InterruptedException {
        boolean _ = stopping.await(length.toNanos(), TimeUnit.NANOSECONDS);
    }

    @AfterEach
    void stop() throws InterruptedException {
        stopping.countDown();
        watching.interrupt();
        assertThat(watching.join(TIMEOUT)).isTrue();
        client.close();
        vcenter.close();
    }

    @Override
    protected Instances instances() {
        return instances;
    }

    @Override
    protected RecordedVm add(String name, SystemUuid uuid, String address) {
        var instanceUuid = new UUID(0x5000_0000_0000_0000L, vms++);
        String ref = vcenter.addVm(VmSpec.aVm(name)
                .uuid(uuid.toString())
                .instanceUuid(instanceUuid.toString())
                .hostName(name)
                .address(address + "/24"));
        return new RecordedVm(
                new VmRef(UUID.fromString(vcenter.instanceUuid()), ref),
                instanceUuid,
                Optional.empty(),
                Optional.empty());
    }

    @Override
    protected void changeAddress(VmRef vm, String address) {
        vcenter.change(VmSpec.change(vm.moref()).address(address + "/24"));
    }

    @Override
    protected void powerOff(VmRef vm) {
        vcenter.change(VmSpec.change(vm.moref()).poweredOff());
    }

    @Override
    protected void destroy(VmRef vm) {
        vcenter.destroy(vm.moref());
    }

    @Override
    protected VmLookup await(NodeName node, Predicate<VmLookup> condition) {
        return Awaitility.await()
                .atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> instances.lookup(node), condition);
    }
}
