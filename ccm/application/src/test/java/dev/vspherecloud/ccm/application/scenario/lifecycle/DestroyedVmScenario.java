package dev.vspherecloud.ccm.application.scenario.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.scenario.Fleet;
import dev.vspherecloud.ccm.application.scenario.LeaderLease;
import dev.vspherecloud.ccm.application.scenario.NodeDeletes;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Of twenty VMs whose Nodes are not ready, seven are destroyed and six unregistered. The program deletes the Nodes
/// of the destroyed VMs within a minute, each once and with its evidence. It keeps the other Nodes until a person
/// acknowledges the incident.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DestroyedVmScenario {
    private static final Duration MINUTE = Duration.ofSeconds(60);
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final int NODES = 20;
    private static final int DESTROYED = 7;
    private static final int MISSING = 13;
    private static final Pattern ID = Pattern.compile("missing-[0-9a-f]{8}");

    private TestBed bed;
    private Fleet fleet;
    private Program program;
    private NodeDeletes deletes;
    private LeaderLease lease;

    @BeforeAll
    void start() {
        bed = TestBed.start();
        VcenterSite site = bed.addVcenter("vc-a");
        deletes = NodeDeletes.at(bed.apiProxy());
        lease = new LeaderLease(bed);
        fleet = Fleet.create(bed, site, "w", NODES);
        program = bed.run("--leader-elect=true");
        fleet.awaitRecorded(program);
        fleet.allFallSilent();

        site.vcenter().operations().destroy(List.of(fleet.vm(0)));
        site.vcenter().operations().unregister(fleet.vms(DESTROYED, MISSING));
        site.vcenter().operations().destroy(fleet.vms(1, DESTROYED));
    }

    @AfterAll
    void stop() {
        try {
            fleet.areKept(DESTROYED, NODES);
            assertThat(deletes.names()).hasSize(DESTROYED);
            assertThat(program.terminate()).isZero();
            RunInvariants.logIsFitToRead(program, fleet.site().vcenter().password());
            RunInvariants.nothingIsLeft(bed);
        } finally {
            bed.close();
        }
    }

    @Test
    @Conforms("J21 E01 VE04")
    void theNodeOfADestroyedVmIsDeletedOnceWithItsEvidence() {
        fleet.awaitGone(0, 1, MINUTE, program);

        assertThat(deletes.all())
                .filteredOn(delete -> delete.node().equals("w-0"))
                .singleElement()
                .satisfies(delete -> {
                    assertThat(delete.uid()).isEqualTo(fleet.uid(0));
                    assertThat(delete.resourceVersion()).isNotEmpty();
                });
        await().atMost(TIMEOUT)
                .untilAsserted(
                        () -> assertThat(deletions("w-0")).singleElement().satisfies(this::namesTheEvidence));
        assertThat(program.log().lines().filter(line -> line.contains("\"Deleting node\" node=\"w-0\"")))
                .as("the line of evidence")
                .singleElement()
                .satisfies(this::namesTheEvidence);
    }

    @Test
    void theNodesOfSixThatWereDestroyedAtOnceAreAllDeleted() {
        fleet.awaitGone(0, DESTROYED, MINUTE, program);

        assertThat(deletes.names()).containsExactlyInAnyOrderElementsOf(fleet.names(0, DESTROYED));
        assertThat(deletes.all()).allSatisfy(delete -> {
            assertThat(delete.uid()).isNotEmpty();
            assertThat(delete.resourceVersion()).isNotEmpty();
        });
    }

    @Test
    @Conforms("J22")
    void theNodesOfSixThatWereUnregisteredAtOnceStayUntilAPersonAcknowledgesThem() {
        await().atMost(MINUTE).untilAsserted(() -> assertThat(lease.told("MassDisappearance"))
                .as(program.log())
                .isNotEmpty());
        assertThat(lease.told("MassDisappearance")).singleElement().satisfies(this::namesTheIncident);
        String id = lease.note("incident").map(DestroyedVmScenario::id).orElseThrow();
        assertThat(lease.told("MassDisappearance").getFirst()).contains(id);

        lease.acknowledge(id);

        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(lease.note("incident")).isEmpty());
        assertThat(lease.note("excused").orElseThrow().split(",")).hasSize(MISSING - DESTROYED);
        assertThat(IntStream.range(DESTROYED, NODES)).allMatch(fleet::isKept);
    }

    private List<String> deletions(String node) {
        return bed.objects().eventsOf(node).stream()
                .filter(event -> event.path("reason").asText().equals("DeletingNode"))
                .map(event -> event.path("message").asText())
                .toList();
    }

    private void namesTheEvidence(String text) {
        assertThat(text).contains(fleet.vm(0), fleet.site().uuid("w", 0, 2), "VirtualMachine.destroy", "vc-a");
    }

    private void namesTheIncident(String text) {
        assertThat(text).contains("6 of ", " Nodes").containsPattern(ID);
    }

    private static String id(String text) {
        Matcher id = ID.matcher(text);
        assertThat(id.find()).as(text).isTrue();
        return id.group();
    }
}
