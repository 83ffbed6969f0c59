package dev.vspherecloud.ccm.application.scenario.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.application.scenario.Fleet;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.Signal;
import dev.vspherecloud.testkit.time.EventTimeout;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A leader ends while it works, and another takes over soon. No write is lost, done twice or reverted.
class HandoverScenario {
    private static final Duration TIMEOUT = EventTimeout.LIMIT;
    private static final int NODES = 20;

    private static TestBed bed;
    private static VcenterSite site;
    private static Fleet fleet;

    @BeforeAll
    static void start() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        fleet = Fleet.create(bed, site, "w", NODES);
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    @AfterEach
    void end() {
        site.proxy().clearRules();
    }

    @Test
    void afterTermAnotherLeadsAtOnceAndEveryWriteIsDoneOnce() {
        try (var replicas = new Replicas(bed, Replicas.DEFAULT)) {
            Replica leader = replicas.leader();
            Replica standby = replicas.standby();
            fleet.awaitRecorded(leader.program());
            String version = bed.objects().version("/api/v1/nodes");
            long before = accepted(leader);
            leader.api().add(Rule.on("patch nodes/status").then(Fault.delay(Duration.ofMillis(300))));
            moveAll(1);
            await().atMost(TIMEOUT)
                    .until(() -> leader.api()
                                    .calls()
                                    .all()
                                    .named("patch nodes/status")
                                    .countWhere(call -> call.open())
                            > 0);

            Replicas.Handover handOver =
                    replicas.handOver(() -> Signal.TERM.to(leader.program().pid()));
            CallsAfterTakeover former = CallsAfterTakeover.now(leader);

            handOver.requireReleased();
            assertThat(leader.program().awaitExit(TIMEOUT)).isZero();
            awaitMoved(1);
            assertThat(former.sentToNodes()).isEmpty();
            for (int n = 0; n < NODES; n++) {
                assertThat(addressesSince(version, fleet.name(n))).containsExactly(moved(n, 1));
            }
            // The proxy learns no status of a write that was on its way when the leader ended.
            assertThat(accepted(leader) + accepted(standby) - before)
                    .as("writes of both that the API server took, in at most one attempt for each Node")
                    .isBetween((long) NODES - withoutAnswer(leader), (long) NODES);
        }
    }

    @Test
    void afterTermAnotherLeadsAtOnceThoughVcenterHangs() {
        try (var replicas = new Replicas(bed, Replicas.DEFAULT)) {
            Replica leader = replicas.leader();
            Replica _ = replicas.standby();
            fleet.awaitRecorded(leader.program());
            leader.program().awaitLog("Logged in to vCenter", TIMEOUT);
            site.proxy().add(Rule.onAny().then(Fault.hang()));

            Replicas.Handover handOver =
                    replicas.handOver(() -> Signal.TERM.to(leader.program().pid()));

            handOver.requireReleased();
            assertThat(leader.program().awaitExit(TIMEOUT)).isZero();
        }
    }

    /// The leader cannot know that another took over, and writes nothing anyway. When it learns of the other
    /// leader, it ends.
    @Test
    @Conforms("J51")
    void aLeaderThatIsCutOffLosesTheLeaseAndWritesNothingMore() {
        try (var replicas = new Replicas(bed, Replicas.SHORT)) {
            Replica leader = replicas.leader();
            Replica _ = replicas.standby();
            fleet.awaitRecorded(leader.program());

            Replicas.Handover handOver = replicas.handOver(() -> leader.api().cutAll());
            CallsAfterTakeover former = CallsAfterTakeover.now(leader);
            moveAll(2);
            awaitMoved(2);
            leader.api().restore();

            assertThat(leader.program().awaitExit(TIMEOUT))
                    .as(leader.program().log())
                    .isEqualTo(1);
            handOver.requireExpired(Replicas.SHORT);
            assertThat(former.accepted()).isEmpty();
            assertThat(former.sentToNodes()).isEmpty();
        }
    }

    private static void moveAll(int round) {
        List<VmSpec> changes = IntStream.range(0, NODES)
                .mapToObj(n -> VmSpec.change(fleet.vm(n)).address(moved(n, round) + "/16"))
                .toList();
        site.vcenter().change(changes);
    }

    private static void awaitMoved(int round) {
        bed.objects().awaitNodes(TIMEOUT, all -> all.stream().allMatch(node -> NodeAssertions.addresses(node)
                .contains("InternalIP=" + moved(NodeAssertions.number(node), round))));
    }

    private static String moved(int n, int round) {
        return "10.9." + round + "." + (n + 1);
    }

    /// Returns the internal addresses that a Node had, one after the other.
    private static Stream<String> addressesSince(String version, String node) {
        return bed.objects().statesSince("/api/v1/nodes", version).stream()
                .filter(state -> NodeAssertions.name(state).equals(node))
                .map(HandoverScenario::internal)
                .distinct();
    }

    private static String internal(JsonNode node) {
        return NodeAssertions.addresses(node).stream()
                .filter(address -> address.startsWith("InternalIP="))
                .map(address -> address.substring("InternalIP=".length()))
                .findFirst()
                .orElse("");
    }

    private static long withoutAnswer(Replica replica) {
        return replica.api().calls().all().named("patch nodes/status").countWhere(call -> call.status() == 0);
    }

    private static long accepted(Replica replica) {
        return replica.api().calls().all().named("patch nodes/status").countWhere(call -> call.status() == 200);
    }
}
