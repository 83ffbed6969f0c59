package dev.vspherecloud.ccm.application.scenario.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.scenario.Fleet;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.proxy.Call;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.testkit.time.Stopwatch;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The tests of [HandoverScenario] with the default election times, and tests that take a minute.
@Tag("soak")
class LongHandoverScenario {
    private static final Duration TIMEOUT = EventTimeout.LIMIT;
    private static final Duration MINUTE = Duration.ofSeconds(60);

    private static TestBed bed;
    private static VcenterSite site;
    private static Fleet fleet;

    private Replicas replicas;
    private Replica leader;

    @BeforeAll
    static void start() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        fleet = Fleet.create(bed, site, "w", 5);
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    @AfterEach
    void end() {
        replicas.close();
    }

    @BeforeEach
    void startTwo() {
        replicas = new Replicas(bed, Replicas.DEFAULT);
        leader = replicas.leader();
        Replica _ = replicas.standby();
        fleet.awaitRecorded(leader.program());
    }

    @Test
    void anotherLeadsAfterTheLeaseOfAKilledLeader() {
        replicas.handOver(() -> leader.program().kill()).requireExpired(Replicas.DEFAULT);

        move(0, "10.8.1.1");
        awaitMoved(0, "10.8.1.1");
    }

    /// A write is on its way when the leader is paused. When the write arrives, the next leader has already written
    /// the same Node.
    @Test
    void aLeaderThatIsPausedForAMinuteRevertsNothing() {
        ActiveRule onTheWay =
                leader.api().add(Rule.on("patch nodes/status").times(1).then(Fault.hang()));
        move(1, "10.8.2.1");
        await().atMost(TIMEOUT).until(() -> onTheWay.fired() == 1);
        Stopwatch paused = Stopwatch.start();

        Replicas.Handover handOver = replicas.handOver(() -> leader.program().pause());
        CallsAfterTakeover former = CallsAfterTakeover.now(leader);
        awaitMoved(1, "10.8.2.1");
        move(1, "10.8.2.2");
        awaitMoved(1, "10.8.2.2");
        paused.await(MINUTE);
        onTheWay.close();
        await().atMost(TIMEOUT).until(() -> leader.api().calls().all().list().stream()
                .anyMatch(call -> call.name().equals("patch nodes/status") && call.status() == 409));
        leader.program().resume();

        assertThat(leader.program().awaitExit(TIMEOUT))
                .as(leader.program().log())
                .isEqualTo(1);
        handOver.requireExpired(Replicas.DEFAULT);
        assertThat(former.accepted()).isEmpty();
        assertThat(former.sentToNodes()).isEmpty();
        awaitMoved(1, "10.8.2.2");
    }

    @Test
    void aLeaderThatIsCutOffForAMinuteSendsNothingAfterItsLeaseExpires() {
        Stopwatch sinceCut = Stopwatch.start();

        Replicas.Handover handOver = replicas.handOver(() -> leader.api().cutAll());
        long led = leader.api().calls().mark();
        CallsAfterTakeover former = CallsAfterTakeover.now(leader);
        move(2, "10.8.3.1");
        awaitMoved(2, "10.8.3.1");
        sinceCut.await(MINUTE);
        leader.api().restore();

        assertThat(leader.program().awaitExit(TIMEOUT))
                .as(leader.program().log())
                .isEqualTo(1);
        handOver.requireExpired(Replicas.DEFAULT);
        assertThat(former.accepted()).isEmpty();
        assertThat(former.sentToNodes()).isEmpty();
        assertThat(leader.api().calls().all().list())
                .filteredOn(call -> call.name().startsWith("patch nodes"))
                .extracting(Call::number)
                .as("sent after another replica led")
                .allMatch(number -> number < led);
    }

    private static void move(int n, String address) {
        site.vcenter().change(VmSpec.change(fleet.vm(n)).address(address + "/16"));
    }

    private static void awaitMoved(int n, String address) {
        bed.objects().awaitNode(fleet.name(n), TIMEOUT, node -> NodeAssertions.addresses(node)
                .contains("InternalIP=" + address));
    }
}
