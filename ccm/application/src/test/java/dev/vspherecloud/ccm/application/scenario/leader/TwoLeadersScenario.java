package dev.vspherecloud.ccm.application.scenario.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.scenario.Fleet;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.NodeDeletes;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.NodeSpec;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A leader is paused while it deletes a Node, and another one takes over. Nothing that the first leader still
/// tries has an effect.
///
/// Each has its own proxy before the API server, so the test knows which process sent which request.
class TwoLeadersScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration MINUTE = Duration.ofSeconds(60);
    private static final List<String> SHORT_LEASE = List.of(
            "--leader-elect=true",
            "--leader-elect-lease-duration=4s",
            "--leader-elect-renew-deadline=3s",
            "--leader-elect-retry-period=1s",
            "--node-monitor-period=1s");

    private TestBed bed;
    private VcenterSite site;
    private FaultProxy others;
    private Fleet fleet;
    private Program leader;
    private Program other;
    private NodeDeletes deletes;
    private NodeDeletes othersDeletes;

    @BeforeEach
    void start() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        others = FaultProxy.inFrontOf(bed.api().url()).named("other-api").start();
        deletes = NodeDeletes.at(bed.apiProxy());
        othersDeletes = NodeDeletes.at(others);
        fleet = Fleet.create(bed, site, "w", 4);
        leader = launch("leader", bed.apiProxy());
        leader.awaitLog("Became leader", TIMEOUT);
        other = launch("other", others);
        other.awaitLog("Another process leads; waiting for its Lease", TIMEOUT);
        fleet.awaitRecorded(leader);
        fleet.allFallSilent();
    }

    @AfterEach
    void stop() {
        others.close();
        bed.close();
    }

    /// Two VMs are destroyed. The first delete is on its way when the leader is paused; then a machine is rebuilt
    /// with the name of that Node. The second delete is not yet sent.
    @Test
    void aLeaderThatWasPausedBeyondItsLeaseDeletesNothing() {
        ActiveRule onTheWay = bed.apiProxy().add(Rule.on("delete nodes").then(Fault.hang()));
        site.vcenter().operations().destroy(fleet.vms(0, 2));
        await().atMost(MINUTE).until(() -> deletes.all().size() == 1);

        leader.pause();
        other.awaitLog("Became leader", TIMEOUT);
        String rebuilt = deletes.names().getFirst();
        rebuild(rebuilt);
        long mark = bed.apiProxy().calls().mark();
        onTheWay.close();
        await().atMost(TIMEOUT).until(() -> deleteCalls().list().getFirst().status() != 0);
        leader.resume();

        assertThat(leader.awaitExit(TIMEOUT)).as(leader.log()).isEqualTo(1);
        assertThat(deleteCalls().list())
                .as("the delete of a Node that is another by now")
                .singleElement()
                .satisfies(call -> assertThat(call.status()).isEqualTo(409));
        assertThat(bed.apiProxy()
                        .calls()
                        .since(mark)
                        .countWhere(call -> call.status() / 100 == 2 && isWrite(call.name())))
                .as(
                        "writes of a leader that is none: %s",
                        bed.apiProxy().calls().since(mark).describe())
                .isZero();
        bed.objects().awaitNode(rebuilt, TIMEOUT, NodeAssertions::isInitialised);
        assertThat(othersDeletes.names()).doesNotContain(rebuilt);
    }

    private Calls deleteCalls() {
        return bed.apiProxy().calls().all().named("delete nodes");
    }

    private static boolean isWrite(String name) {
        return List.of("create", "update", "patch", "delete").contains(name.split(" ")[0]);
    }

    /// Creates another VM, and registers a kubelet on it under a name that was used before.
    private void rebuild(String name) {
        String uuid = UUID.randomUUID().toString();
        VmSpec vm = site.vm("rebuilt", 50).name(name).hostName(name).uuid(uuid);
        site.vcenter().addVm(vm);
        bed.objects().deleteNode(name);
        bed.objects().createNode(NodeSpec.aNode(name).systemUuid(uuid).uninitialized());
    }

    private Program launch(String name, FaultProxy api) {
        String kubeconfig = bed.api()
                .kubeconfig()
                .through(api.uri(), api.identity().certificatePem())
                .write(bed.folder().resolve("kubeconfig-" + name))
                .toString();
        return bed.launch()
                .config(bed.write("vsphere-" + name + ".conf", bed.config()))
                .with("--kubeconfig=" + kubeconfig)
                .with(SHORT_LEASE.toArray(String[]::new))
                .start();
    }
}
