package dev.vspherecloud.ccm.application.scenario.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.ccm.application.scenario.lifecycle.StuckNode.Place;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.time.EventTimeout;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// An Event names each cause that keeps the taint on a Node, once and within ten seconds. After the cause ends, the
/// taint is removed without a restart, within seconds of the moment at which the program can see the change.
///
/// All causes occur at once, each with its own Nodes, so no cause may hide another.
class StuckTaintScenario {
    private static final Duration POLL = Duration.ofMillis(50);

    private static final int NODES_OF_EACH = 2;

    @Test
    void aCauseOfOneNodeIsReportedOnItAndEndsWithTheRemedy() {
        try (TestBed bed = TestBed.start()) {
            StuckNodes.prepare(bed);
            Program program = bed.runWith(StuckNodes.config(bed, "vc-a-dc"));
            program.awaitLog("Logged in to vCenter\" vcenter=\"vc-b\"", EventTimeout.LIMIT);
            List<StuckNode> rows = StuckNodes.ALL;
            List<Place> places = IntStream.range(0, rows.size())
                    .mapToObj(n -> rows.get(n).place(bed, n))
                    .toList();

            forEach(rows, places, StuckNode::create);
            forEach(rows, places, StuckTaintScenario::isReported);
            assertThat(bed.objects().nodes()).noneMatch(NodeAssertions::isInitialised);

            forEach(rows, places, StuckNode::applyRemedy);
            areFinished(bed, rows);

            forEach(rows, places, (_, place) -> nothingIsReportedTwice(events(place)));
            assertThat(onLease(bed)).isEmpty();
            RunInvariants.logIsFitToRead(program, bed.vcenter("vc-a").vcenter().password());
        }
    }

    @Test
    void aCauseOfAllNodesOfAVcenterIsReportedOnTheLeaseAndEndsWithTheRemedy() {
        try (TestBed bed = TestBed.start()) {
            StuckVcenters.prepare(bed);
            StuckVcenters.ALL.forEach(row -> row.applyFault(bed));
            Program program = bed.runWith(StuckVcenters.config(bed), "--leader-elect=true");
            program.awaitLog("Became leader", EventTimeout.LIMIT);

            StuckVcenters.ALL.forEach(row -> createNodes(bed, bed.vcenter(row.name())));
            StuckVcenters.ALL.forEach(row -> isReportedOnTheLease(bed, row.name(), row.code()));
            assertThat(bed.objects().nodes()).noneMatch(NodeAssertions::isInitialised);

            StuckVcenters.ALL.forEach(row -> row.applyRemedy(bed));
            await().pollInterval(POLL).untilAsserted(() -> assertThat(
                            bed.objects().nodes().stream().filter(node -> !NodeAssertions.isInitialised(node)))
                    .extracting(NodeAssertions::name)
                    .isEmpty());

            nothingIsReportedTwice(onLease(bed));
            assertThat(bed.objects().nodes())
                    .allSatisfy(node -> assertThat(reasons(bed.objects().eventsOf(NodeAssertions.name(node))))
                            .containsExactly("Synced"));
            RunInvariants.logIsFitToRead(program, StuckVcenters.PASSWORD, StuckVcenters.WRONG_PASSWORD);
        }
    }

    @Test
    void aMissingCategoryIsReportedOnTheLease() {
        try (TestBed bed = TestBed.start()) {
            VcenterSite site = bed.addVcenter("vc-a");
            Program program = bed.runWith(bed.config().replace(TestBed.ZONE, "k8s-zones"));
            createNodes(bed, site);

            isReportedOnTheLease(bed, "vc-a", VsphereReason.CATEGORY_MISSING);
            bed.write("vsphere.conf", bed.config());

            bed.objects()
                    .awaitNodes(EventTimeout.LIMIT, nodes -> nodes.stream().allMatch(NodeAssertions::isInitialised));
            nothingIsReportedTwice(onLease(bed));
            RunInvariants.logIsFitToRead(program, site.vcenter().password());
        }
    }

    private interface Step {
        void take(StuckNode row, Place place);
    }

    private static void forEach(List<StuckNode> rows, List<Place> places, Step step) {
        for (int n = 0; n < rows.size(); n++) {
            step.take(rows.get(n), places.get(n));
        }
    }

    private static void isReported(StuckNode row, Place place) {
        await().pollInterval(POLL).untilAsserted(() -> assertThat(reasons(events(place)))
                .as("%s (%s)", row, place.node())
                .contains(row.code().text()));
    }

    /// Asserts that each Node is initialised after the remedy of its row.
    private static void areFinished(TestBed bed, List<StuckNode> rows) {
        List<String> names = IntStream.range(0, rows.size())
                .mapToObj(n -> StuckNode.PREFIX + "-" + n)
                .toList();
        await().pollInterval(POLL)
                .untilAsserted(() -> assertThat(bed.objects().nodes().stream().filter(NodeAssertions::isInitialised))
                        .extracting(NodeAssertions::name)
                        .as("of %s", rows)
                        .containsExactlyInAnyOrderElementsOf(names));
    }

    private static void createNodes(TestBed bed, VcenterSite site) {
        site.addVms(site.name(), 0, NODES_OF_EACH);
        bed.objects().createNodes(site.nodes(site.name(), 0, NODES_OF_EACH));
    }

    private static void isReportedOnTheLease(TestBed bed, String vcenter, ReasonCode code) {
        String part = "vcenter{" + vcenter + "}";
        await().pollInterval(POLL).untilAsserted(() -> assertThat(onLease(bed))
                .filteredOn(
                        event -> event.at("/involvedObject/fieldPath").asText().equals(part))
                .extracting(event -> event.path("reason").asText())
                .as(vcenter)
                .contains(code.text()));
    }

    /// Asserts that no Event was repeated. Less than five minutes have passed since the start.
    private static void nothingIsReportedTwice(List<JsonNode> events) {
        assertThat(events)
                .extracting(event -> event.at("/involvedObject/fieldPath").asText() + " "
                        + event.path("reason").asText())
                .doesNotHaveDuplicates();
        assertThat(events)
                .allSatisfy(event -> assertThat(event.path("count").asInt()).isEqualTo(1));
    }

    private static List<JsonNode> events(Place place) {
        return place.bed().objects().eventsOf(place.node());
    }

    private static List<JsonNode> onLease(TestBed bed) {
        return bed.objects().eventsOfLease("kube-system", "cloud-controller-manager");
    }

    private static List<String> reasons(List<JsonNode> events) {
        return events.stream().map(event -> event.path("reason").asText()).toList();
    }
}
