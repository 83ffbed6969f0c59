package dev.vspherecloud.ccm.application.scenario.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.scenario.Fleet;
import dev.vspherecloud.ccm.application.scenario.LeaseHolder;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.time.Stopwatch;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Response;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/// The API server is killed, cuts connections, refuses requests, expires watches, and is slow. The program
/// continues as the same process, misses no Node, does every write once, and sends no more list requests than it
/// needs.
class ApiOutageScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private TestBed bed;
    private VcenterSite site;
    private Fleet fleet;
    private Program program;
    private LeaseHolder holder;
    private long mark;
    private int newcomers;
    private int changes;

    @BeforeEach
    void start(TestInfo test) {
        Replicas.Election election = test.getTags().contains("soak") ? Replicas.DEFAULT : Replicas.SHORT;
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        fleet = Fleet.create(bed, site, "w", 5);
        program = bed.run(election.flags());
        fleet.awaitRecorded(program);
        holder = LeaseHolder.of(bed);
        mark = bed.apiProxy().calls().mark();
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    /// In every build: a fifth of the cuts, a tenth of the time without a server, and a shorter election, so that
    /// the server is also down for longer than a Lease lasts. The soak test below does the same steps in full.
    @Test
    void theProgramSurvivesEveryKindOfOutage() {
        watchIsCut(20);
        watchesExpire();
        writesAreRefusedForAWhile();
        answersAreSlow();
        serverIsKilled(Duration.ofSeconds(6));

        nothingWasLostOrDoubled(4);
        endsWhileTheServerIsAway();
    }

    @Test
    @Tag("soak")
    void theProgramSurvivesAMinuteWithoutApiServerAndAHundredCuts() {
        watchIsCut(100);
        watchesExpire();
        writesAreRefusedForAWhile();
        answersAreSlow();
        serverIsKilled(Duration.ofMinutes(1));

        nothingWasLostOrDoubled(4);
        endsWhileTheServerIsAway();
    }

    private void watchIsCut(int times) {
        for (int i = 0; i < times; i++) {
            bed.apiProxy().cutConnections();
            if (i % 10 == 0) {
                aNodeAppears();
            }
            aSpoiltNodeIsRepaired();
        }
    }

    /// Expires watches by a response, and by an event in the stream.
    private void watchesExpire() {
        String gone = "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":410,"
                + "\"reason\":\"Expired\",\"message\":\"too old resource version\"}";
        for (Fault fault : new Fault[] {
            Fault.answer(410, "application/json", gone),
            Fault.answer(200, "application/json", "{\"type\":\"ERROR\",\"object\":" + gone + "}\n")
        }) {
            var expired = bed.apiProxy().add(Rule.on("watch nodes").times(1).then(fault));
            bed.apiProxy().cutConnections();
            aNodeAppears();
            await().atMost(TIMEOUT).until(() -> expired.fired() == 1);
            aSpoiltNodeIsRepaired();
        }
    }

    private void writesAreRefusedForAWhile() {
        Response busy = Response.of(429, "application/json", Content.of("{}")).with("Retry-After", "1");
        bed.apiProxy().add(Rule.on("patch nodes/status").times(1).then(Fault.answer(busy)));
        aSpoiltNodeIsRepaired();
        bed.apiProxy().add(Rule.on("patch nodes/status").times(2).then(Fault.answer(500, "application/json", "{}")));
        aSpoiltNodeIsRepaired();
        // The write is done, and its response gets lost.
        bed.apiProxy().add(Rule.on("patch nodes/status").times(1).then(Fault.cutAfter(0)));
        aSpoiltNodeIsRepaired();
    }

    private void answersAreSlow() {
        try (var _ = bed.apiProxy().add(Rule.onAny().then(Fault.delay(Duration.ofMillis(500))))) {
            aNodeAppears();
            aSpoiltNodeIsRepaired();
        }
    }

    /// Stops the server for longer than the renew deadline of the Lease.
    private void serverIsKilled(Duration away) {
        Stopwatch killed = Stopwatch.start();
        bed.api().kill();
        changes++;
        site.vcenter().change(VmSpec.change(fleet.vm(1)).address("10.7.7.7/16"));
        killed.await(away);
        bed.api().restart();
        awaitAddress(1, "10.7.7.7");
        aNodeAppears();
        aSpoiltNodeIsRepaired();
    }

    private void aNodeAppears() {
        int n = 100 + newcomers++;
        changes++;
        site.addVms("new", n, n + 1);
        bed.objects().createNodes(site.nodes("new", n, n + 1));
        bed.objects().awaitNode("new-" + n, TIMEOUT, NodeAssertions::isInitialised);
    }

    /// Removes the addresses of a Node. The watch shows it, and the program writes them again.
    private void aSpoiltNodeIsRepaired() {
        changes++;
        bed.objects()
                .patch(
                        "/api/v1/nodes/" + fleet.name(0) + "/status",
                        "{\"status\":{\"addresses\":[{\"type\":\"Hostname\",\"address\":\"%s\"}]}}"
                                .formatted(fleet.name(0)));
        awaitAddress(0, VcenterSite.address(0));
    }

    private void awaitAddress(int n, String address) {
        bed.objects().awaitNode(fleet.name(n), TIMEOUT, node -> NodeAssertions.addresses(node)
                .contains("InternalIP=" + address));
    }

    /// @param lists the maximum number of lists of all Nodes: two after expired watches, one after the restart of
    ///              the server, and one more for a list that the end of the old server cut off
    private void nothingWasLostOrDoubled(int lists) {
        Calls calls = bed.apiProxy().calls().since(mark);
        assertThat(program.isAlive()).isTrue();
        assertThat(LeaseHolder.of(bed)).isEqualTo(holder);
        assertThat(calls.named("patch nodes/status").countWhere(call -> call.status() == 200))
                .as(calls.describe())
                .isLessThanOrEqualTo(changes);
        assertThat(calls.count("list nodes")).as(calls.describe()).isLessThanOrEqualTo(lists);
        RunInvariants.logIsFitToRead(program, site.vcenter().password());
    }

    private void endsWhileTheServerIsAway() {
        bed.api().kill();
        assertThat(program.terminate()).as(program.log()).isZero();
        assertThat(site.vcenter().sessions().soap()).isEmpty();
    }
}
