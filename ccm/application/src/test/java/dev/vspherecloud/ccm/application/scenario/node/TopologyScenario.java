package dev.vspherecloud.ccm.application.scenario.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.TagCategory;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.wire.Content;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/// Zones and regions from tags: on every kind of place, none, one, two; renamed, deleted, hidden, unavailable. No
/// Node ever gets a wrong label, or loses its label for another one.
///
/// The program reads tags once a minute, and at once when a new place appears. A test that waits for a read creates
/// one more tree, whose Node also shows what new Nodes get.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TopologyScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final String TAGGING = "/rest/com/vmware/cis/tagging";
    private static final String LOOK = "POST " + TAGGING + "/tag-association list-attached-tags-on-objects";

    /// The tags, and the expected result: zone and region, or the reason why the Node waits.
    private static final String MATRIX = """
            host z=h, host r=h                                 | h h
            cluster z=c, dc r=d                                | c d
            host z=h, dc r=d                                   | h d
            host z=h, cluster z=c, dc r=d                      | c d
            host r=h, cluster z=c, dc r=d                      | c h
            subpool z=s, subpool r=s                           | s s
            subpool z=s, pool r=p, folder z=f, folder r=f      | s p
            pool z=p, dc r=d                                   | p d
            host z=h, pool z=p, pool r=p                       | p p
            folder z=f, dc r=d                                 | f d
            subfolder z=s, dc r=d                              | s d
            subfolder z=s, folder z=f, dc r=d                  | f d
            subfolder r=s, folder z=f, dc r=d                  | f s
            vm z=v, vm r=v                                     | v v
            vm z=v, dc r=d                                     | v d
            vm z=v, folder z=f, dc r=d                         | f d
            host r=h, vm z=v, vm r=v                           | v v
            dc z=d, dc r=d                                     | d d
            host z=h, host r=h, cluster z=c1, cluster z=c2     | h h
            host x=daily, host z=h, host r=h                   | h h
                                                               | ZoneMissing
            cluster z=c                                        | ZoneMissing
            dc r=d                                             | ZoneMissing
            host z=h, pool r=p                                 | ZoneMissing
            host x=daily                                       | ZoneMissing
            cluster z=c1, cluster z=c2, dc r=d                 | TagAmbiguous
            cluster z=c1, cluster z=c2, pool z=p, pool r=p     | TagAmbiguous
            folder r=f1, folder r=f2, folder z=f               | TagAmbiguous
            vm z=v1, vm z=v2, dc r=d                           | TagAmbiguous
            cluster z=zone one, dc r=d                         | ZoneInvalid
            host r=Süd, host z=h                               | ZoneInvalid
            """;

    /// The same for the mode for new clusters: the nearest tag of each category applies, and a missing label is
    /// omitted.
    private static final String NEAREST = """
            host z=h, cluster z=c, dc r=d                      | h d
            vm z=v, host z=h, host r=h                         | v h
            subfolder z=s, folder z=f, dc r=d                  | s d
            host z=h, pool r=p                                 | h p
            cluster z=c                                        | c -
            subpool r=s                                        | - s
            host x=daily                                       | - -
            host z=h, cluster z=c1, cluster z=c2, dc r=d       | h d
            cluster z=c1, cluster z=c2, dc r=d                 | TagAmbiguous
            cluster z=zone one                                 | ZoneInvalid
            """;

    private final Map<String, JsonNode> labels = new HashMap<>();
    private TestBed bed;
    private VcenterSite site;
    private Program program;
    private int hidden;
    private int planted;

    @BeforeAll
    void start() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        MATRIX.lines().forEach(row -> plant(row.substring(0, row.indexOf('|'))));
        TagTree tree = plant("cluster z=c, dc r=d, pool z=p, pool r=p");
        hidden = last();
        hide(tree.place("cluster").ref());
        program = bed.run();
    }

    @AfterAll
    void stop() {
        try {
            assertThat(program.terminate()).isZero();
            RunInvariants.nothingIsLeft(bed);
            RunInvariants.logIsFitToRead(program, site.vcenter().password());
        } finally {
            bed.close();
        }
    }

    @AfterEach
    void noNodeGotOtherLabels() {
        for (JsonNode node : bed.objects().nodes()) {
            if (NodeAssertions.isInitialised(node)) {
                JsonNode now = node.path("metadata").path("labels");
                assertThat(now).isEqualTo(labels.computeIfAbsent(NodeAssertions.name(node), _ -> now));
            }
        }
    }

    @Test
    void everyKindOfPlaceCountsAsInGo() {
        awaitMatrix(0, MATRIX);
        awaitReason(hidden, "its cluster cannot be read", "PlaceUnreadable");
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void theNearestTagCountsWhereThatIsConfigured() {
        bed.write("vsphere.conf", bed.config() + "  mode: nearest\n");
        program.awaitLog("nearest", TIMEOUT);
        int first = planted;

        NEAREST.lines().forEach(row -> plant(row.substring(0, row.indexOf('|'))));

        awaitMatrix(first, NEAREST);
    }

    private void awaitMatrix(int first, String matrix) {
        List<String> rows = matrix.lines().toList();
        for (int i = 0; i < rows.size(); i++) {
            String row = rows.get(i);
            String expected = row.substring(row.indexOf('|') + 1).strip();
            if (expected.contains(" ")) {
                awaitZone(first + i, row, expected);
            } else {
                awaitReason(first + i, row, expected);
            }
        }
    }

    @Test
    void retaggedPlacesCountForNewNodesAlone() {
        TagTree tree = plant("cluster z=before, dc r=d");
        int old = last();
        awaitZone(old, "before", "before d");
        TagTree bare = plant("dc r=d");
        int waiting = last();
        awaitReason(waiting, "no zone", "ZoneMissing");

        tree.untag("cluster z=before");
        tree.tag("cluster z=after");
        bare.tag("host z=late");
        awaitTagRead();

        awaitZone(waiting, "tagged late", "late d");
        awaitZone(addTo(tree), "retagged", "after d");
        awaitDrift(old);
        awaitTagRead();
        assertThat(zoneAndRegion(old)).isEqualTo("before d");
        assertThat(reasons(old)).containsOnlyOnce("TopologyDrift");
    }

    @Test
    void aRenamedTagCountsForNewNodesAlone() {
        TagTree tree = plant("cluster z=first, dc r=d");
        int old = last();
        awaitZone(old, "first", "first d");
        TagCategory zones = site.vcenter().addCategory(TestBed.ZONE);

        site.vcenter().rename(Map.of(zones.tag("first"), "second"));
        // Each read of the tags also updates the names of a few tags, in turn.
        int reads = 1 + zones.tags().size() / 4;
        for (int i = 0; i < reads; i++) {
            awaitTagRead();
        }

        awaitZone(addTo(tree), "renamed", "second d");
        assertThat(zoneAndRegion(old)).isEqualTo("first d");
    }

    @Test
    void aRenamedCategoryIsNotTakenForMissingTags() {
        TagCategory zones = site.vcenter().addCategory(TestBed.ZONE);
        int log = program.log().length();

        site.vcenter().rename(Map.of(zones.id(), "old-zone"));
        TagTree tree = plant("host r=h");
        int waiting = last();
        awaitLog(log, "vCenter returns no tag categories of these names");
        isNotTakenForUntagged(waiting);
        site.vcenter().rename(Map.of(zones.id(), TestBed.ZONE));
        tree.tag("host z=h");
        awaitTagRead();

        awaitZone(waiting, "renamed back", "h h");
    }

    @Test
    void aDeletedCategoryIsNotTakenForMissingTags() {
        TagCategory regions = site.vcenter().addCategory(TestBed.REGION);
        int log = program.log().length();

        site.vcenter().removeCategories(regions.id());
        TagTree tree = plant("host z=h");
        int waiting = last();
        awaitLog(log, "vCenter returns no tag categories of these names");
        isNotTakenForUntagged(waiting);
        tree.tag("host r=new");
        awaitTagRead();

        awaitZone(waiting, "made again", "h new");
    }

    @Test
    void missingRightsAreNotTakenForMissingTags() {
        int log = program.log().length();
        try (ActiveRule _ = site.proxy().add(Rule.on(LOOK).then(json(200, "{\"value\":[]}")));
                ActiveRule _ =
                        site.proxy().add(Rule.on("GET " + TAGGING + "/category").then(json(200, "{\"value\":[]}")));
                ActiveRule _ = site.proxy()
                        .add(Rule.on("GET " + TAGGING + "/category/{id}").then(json(404, "")))) {
            plant("host z=h, host r=h");
            awaitLog(log, "vCenter returns no tag categories of these names");
            isNotTakenForUntagged(last());
        }
        int waiting = last();
        awaitTagRead();

        awaitZone(waiting, "allowed again", "h h");
    }

    @Test
    void aRefusalIsNotTakenForMissingTags() {
        int log = program.log().length();
        try (ActiveRule _ = site.proxy().add(Rule.on(LOOK).then(json(403, "{}")))) {
            plant("host z=h, host r=h");
            awaitLog(log, "Cannot read tags");
            isNotTakenForUntagged(last());
        }
        int waiting = last();
        awaitTagRead();

        awaitZone(waiting, "allowed again", "h h");
    }

    @Test
    void anOutageOfRestStopsNothingElse() {
        TagTree tree = plant("cluster z=c, dc r=d");
        int known = last();
        awaitZone(known, "before the outage", "c d");
        int log = program.log().length();
        int late;
        try (ActiveRule _ = site.proxy()
                .add(Rule.when("REST", (_, request) -> request.path().startsWith("/rest"))
                        .then(json(503, "")))) {
            plant("host z=h, host r=h");
            late = last();
            awaitLog(log, "Cannot read tags");

            for (String address : List.of("10.99.0.1", "10.99.0.2", VcenterSite.address(known))) {
                site.vcenter().change(VmSpec.change(tree.place("vm").ref()).address(address + "/16"));
                bed.objects().awaitNode(name(known), TIMEOUT, node -> NodeAssertions.addresses(node)
                        .contains("InternalIP=" + address));
            }
            awaitZone(addTo(tree), "its places were read before", "c d");
            isNotTakenForUntagged(late);
        }
        awaitTagRead();

        awaitZone(late, "after the outage", "h h");
    }

    /// Creates a tree with a VM, and the VM's Node.
    private TagTree plant(String tags) {
        int n = planted++;
        TagTree tree = TagTree.plant(site, "t", n, tags.strip());
        bed.objects().createNodes(site.nodes("t", n, n + 1));
        return tree;
    }

    /// @return the number of one more VM in this tree, and of its Node
    private int addTo(TagTree tree) {
        int n = planted++;
        tree.addVm("t", n);
        bed.objects().createNodes(site.nodes("t", n, n + 1));
        return n;
    }

    private int last() {
        return planted - 1;
    }

    /// Causes a read of the tags, and waits for its result.
    private void awaitTagRead() {
        plant("host z=look, host r=look");
        awaitZone(last(), "a new tree", "look look");
    }

    private static String name(int n) {
        return "t-" + n;
    }

    private void awaitZone(int n, String situation, String expected) {
        await(situation).atMost(TIMEOUT).pollInterval(Duration.ofMillis(100)).untilAsserted(() -> assertThat(
                        zoneAndRegion(n))
                .isEqualTo(expected));
    }

    /// Returns `zone region` if the Node is initialised.
    private String zoneAndRegion(int n) {
        JsonNode node = bed.objects().node(name(n));
        return NodeAssertions.isInitialised(node)
                ? shown(NodeAssertions.label(node, "topology.kubernetes.io/zone")) + " "
                        + shown(NodeAssertions.label(node, "topology.kubernetes.io/region"))
                : "tainted";
    }

    private static String shown(String label) {
        return label.isEmpty() ? "-" : label;
    }

    private void awaitReason(int n, String situation, String expected) {
        await(situation).atMost(TIMEOUT).pollInterval(Duration.ofMillis(100)).untilAsserted(() -> assertThat(reasons(n))
                .contains(expected));
        assertThat(zoneAndRegion(n)).as(situation).isEqualTo("tainted");
    }

    private void awaitDrift(int n) {
        await("drift").atMost(TIMEOUT).untilAsserted(() -> assertThat(reasons(n))
                .contains("TopologyDrift"));
    }

    private void isNotTakenForUntagged(int n) {
        assertThat(zoneAndRegion(n)).isEqualTo("tainted");
        assertThat(reasons(n)).doesNotContain("ZoneMissing");
    }

    private List<String> reasons(int n) {
        return bed.objects().eventsOf(name(n)).stream()
                .map(event -> event.path("reason").asText())
                .toList();
    }

    private void awaitLog(int from, String text) {
        await(text).atMost(TIMEOUT).until(() -> program.log().substring(from).contains(text));
    }

    /// Makes vCenter return this place without properties from now on.
    private void hide(String ref) {
        String values = "(?s)(<obj [^>]*>%s</obj>)(?:<(propSet|changeSet)>.*?</\\2>)+".formatted(ref);
        for (String method : List.of("RetrievePropertiesEx", "WaitForUpdatesEx")) {
            site.proxy()
                    .add(Rule.on(method)
                            .then(Fault.mutate(answer -> answer.withBody(
                                    Content.of(answer.body().text().replaceAll(values, "$1"))))));
        }
    }

    private static Fault json(int status, String body) {
        return Fault.answer(status, "application/json", body);
    }
}
