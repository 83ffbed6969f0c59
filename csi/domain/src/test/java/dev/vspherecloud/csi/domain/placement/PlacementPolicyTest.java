package dev.vspherecloud.csi.domain.placement;

import static dev.vspherecloud.csi.domain.placement.Site.GIBIBYTE;
import static dev.vspherecloud.csi.domain.placement.Site.anywhere;
import static dev.vspherecloud.csi.domain.placement.Site.in;
import static dev.vspherecloud.csi.domain.placement.Site.inCluster;
import static dev.vspherecloud.csi.domain.placement.Site.on;
import static dev.vspherecloud.csi.domain.placement.Site.url;
import static dev.vspherecloud.csi.domain.placement.Site.with;
import static dev.vspherecloud.csi.domain.placement.Site.zone;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlacementPolicyTest {
    private static final HostMount READ_ONLY = new HostMount(true, true, true);
    private static final HostMount UNMOUNTED = new HostMount(false, false, false);
    private static final HostMount LOST = new HostMount(true, false, false);
    private static final String ZONE_A = " topology topology.csi.vmware.com/k8s-zone=a";

    private static PlacementResult place(PlacementRequest request, Site site) {
        return PlacementPolicy.place(request, site.inventory(), site.facts());
    }

    private static List<String> names(PlacementResult result) {
        return result instanceof PlacementResult.Placed placed
                ? placed.datastores().stream().map(DatastoreState::name).toList()
                : List.of(result.toString());
    }

    // --- Datastores that fit

    @Test
    void sharedDatastoreBeatsLocalOne() {
        var site = Site.withTwoNodes().datastore("local").mount("local", "esx-2", Optional.empty());

        assertThat(names(place(anywhere(), site))).containsExactly("shared");
    }

    @Test
    void datastoreOfMostNodesIsUsedIfNoneIsShared() {
        var site = Site.withTwoNodes()
                .host("esx-3")
                .node("w-3", "esx-3", Map.of())
                .datastore("local")
                .mount("local", "esx-1", Optional.empty())
                .mount("local", "esx-2", Optional.empty());

        assertThat(names(place(anywhere(), site))).containsExactly("shared");
    }

    @Test
    void nodeWithoutVmHoldsUpNobody() {
        var site = Site.withTwoNodes().nodeWithoutVm("metal", Map.of(), false);

        assertThat(names(place(anywhere(), site))).containsExactly("shared");
    }

    @Test
    void clusterWithoutNodesUsesDatastoresOfSeveralHosts() {
        var site = new Site()
                .host("esx-1")
                .host("esx-2")
                .datastore("shared")
                .datastore("local")
                .mount("local", "esx-2", Optional.empty());

        assertThat(names(place(anywhere(), site))).containsExactly("shared");
    }

    @Test
    void namedDatastoreMayBeLocal() {
        var site = Site.withTwoNodes().datastore("local").mount("local", "esx-2", Optional.empty());

        assertThat(names(place(on("local"), site))).containsExactly("local");
    }

    @Test
    void listAndClusterOfferTheirDatastores() {
        var site = Site.withTwoNodes().datastore("one").datastore("two").cluster("two", "pod");

        assertThat(names(place(on("one", "two"), site))).containsExactly("one", "two");
        assertThat(names(place(inCluster("pod"), site))).containsExactly("two");
        assertThat(names(place(with(new DatastoreChoice.Named("one"), TopologyRequirement.NONE), site)))
                .containsExactly("one");
    }

    @Test
    void lostPathOfOneHostDoesNotStopNewVolumes() {
        var site = Site.withTwoNodes().mount("shared", "esx-2", Optional.of(LOST));

        assertThat(names(place(anywhere(), site))).containsExactly("shared");
        assertThat(names(place(anywhere(), site.datastore("sound")))).containsExactly("sound");
    }

    @Test
    void roomForTheWholeVolumeBeatsThinOverfill() {
        var site = Site.withTwoNodes().free("shared", 5 * GIBIBYTE);

        assertThat(names(place(anywhere(), site))).containsExactly("shared");
        assertThat(names(place(anywhere(), site.datastore("roomy")))).containsExactly("roomy");
    }

    @Test
    void preferredSegmentComesFirst() {
        var site = Site.withTwoZones();

        assertThat(names(place(in("b", "a"), site))).containsExactly("in-b");
        assertThat(names(place(in("a", "b"), site))).containsExactly("in-a");
    }

    @Test
    void nextSegmentIsUsedIfNothingFitsInTheFirst() {
        var site = Site.withTwoZones().suspended("in-b");

        PlacementResult result = place(in("b", "a"), site);

        assertThat(names(result)).containsExactly("in-a");
        assertThat(result).isInstanceOfSatisfying(PlacementResult.Placed.class, placed -> {
            assertThat(placed.preference()).isEqualTo(1);
            assertThat(placed.acceptableUrls()).containsExactlyInAnyOrder(url("in-a"), url("in-b"));
        });
    }

    @Test
    void preferredDatastoresExcludeOthersOfTheSegment() {
        var site = Site.withTwoZones()
                .datastore("fast")
                .mount("fast", "esx-3", Optional.empty())
                .preferred("fast", "a");

        assertThat(names(place(in("a"), site))).containsExactly("fast");
        assertThat(names(place(in("a"), site.suspended("fast")))).containsExactly("in-a");
    }

    @Test
    void hostInMaintenanceStillCounts() {
        var site = Site.withTwoZones().hostIs("esx-2", true, true).hostIs("esx-1", true, false);

        assertThat(names(place(in("a"), site))).containsExactly("in-a");
        assertThat(NodeSight.segments(in("a").topology(), site.store("in-a"), site.inventory()))
                .containsExactly(zone("a"));
    }

    @Test
    void nodesOfOtherSegmentsDoNotCount() {
        var site = Site.withTwoZones().nodeWithoutVm("lost", zone("b"), true);

        assertThat(names(place(in("a"), site))).containsExactly("in-a");
    }

    @Test
    void unknownVmOfTheSegmentMakesThePlacementUncertain() {
        var site = Site.withTwoZones().nodeWithoutVm("new", zone("a"), true);

        assertThat(place(in("a"), site))
                .isEqualTo(new PlacementResult.NotKnown("vCenter vc-a has not returned the VMs of Nodes yet: new"));
    }

    @Test
    void volumeMayStayWhereverTheRequirementIsMet() {
        PlacementResult strict = place(in("b"), Site.withTwoZones());

        assertThat(strict)
                .isInstanceOfSatisfying(PlacementResult.Placed.class, placed -> assertThat(placed.acceptableUrls())
                        .isEqualTo(Set.of(url("in-b"))));
        assertThat(place(anywhere(), Site.withTwoNodes()))
                .isInstanceOfSatisfying(PlacementResult.Placed.class, placed -> assertThat(placed.acceptableUrls())
                        .isEmpty());
    }

    // --- Accessible topology

    @Test
    void volumeIsAccessibleFromSegmentsWhoseNodesAllSeeIt() {
        var site = Site.withTwoZones().datastore("everywhere");
        TopologyRequirement both = in("b", "a").topology();

        assertThat(NodeSight.segments(both, site.store("everywhere"), site.inventory()))
                .containsExactly(zone("b"), zone("a"));
        assertThat(NodeSight.segments(both, site.store("in-a"), site.inventory()))
                .containsExactly(zone("a"));
        assertThat(NodeSight.segments(TopologyRequirement.NONE, site.store("everywhere"), site.inventory()))
                .as("a zone that is added later can use it")
                .isEmpty();
        assertThat(NodeSight.segments(TopologyRequirement.NONE, site.store("in-a"), site.inventory()))
                .containsExactly(zone("a"));
        site.mount("in-a", "esx-2", Optional.empty());
        assertThat(NodeSight.segments(both, site.store("in-a"), site.inventory()))
                .isEmpty();
    }

    @Test
    void smallerSegmentsAreUsedIfTheWholeOneDoesNotSeeTheDatastore() {
        Map<String, String> left = Map.of("zone", "a", "rack", "1");
        Map<String, String> right = Map.of("zone", "a", "rack", "2");
        var site = new Site()
                .host("esx-1")
                .host("esx-2")
                .node("w-1", "esx-1", left)
                .node("w-2", "esx-2", right)
                .datastore("local")
                .mount("local", "esx-2", Optional.empty());
        var zone = new TopologyRequirement(List.of(Map.of("zone", "a")), List.of());

        assertThat(names(place(with(new DatastoreChoice.Any(), zone), site))).containsExactly("local");
        assertThat(NodeSight.segments(zone, site.store("local"), site.inventory()))
                .containsExactly(left);
    }

    // --- Capacity

    @Test
    void capacityAddsTheDatastoresOfTheSegment() {
        var site = Site.withTwoZones()
                .datastore("more")
                .mount("more", "esx-3", Optional.empty())
                .free("more", 7 * GIBIBYTE)
                .datastore("out")
                .suspended("out");

        assertThat(PlacementPolicy.capacity(in("a"), site.inventory(), site.facts()))
                .isEqualTo(new StorageCapacity(107 * GIBIBYTE, 100 * GIBIBYTE));
        assertThat(PlacementPolicy.capacity(in("c"), site.inventory(), site.facts()))
                .isEqualTo(new StorageCapacity(0, 0));
    }

    // --- Refusals

    record Case(String name, PlacementRequest request, Site site, PlacementCode code, String message) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Case of(String name, PlacementRequest request, Site site, PlacementCode code, String message) {
        return new Case(name, request, site, code, message);
    }

    private static final String SHARED = "shared (ds:///vmfs/volumes/shared/)";

    static Stream<Case> refusals() {
        return Stream.of(
                of(
                        "no datastore at all",
                        anywhere(),
                        new Site().host("esx-1"),
                        PlacementCode.FAILED_PRECONDITION,
                        "vCenter vc-a shows no datastore; give the account Datastore.FileManagement and System.Read on one"),
                of(
                        "inaccessible",
                        anywhere(),
                        Site.withTwoNodes().inaccessible("shared"),
                        PlacementCode.FAILED_PRECONDITION,
                        "no datastore of vCenter vc-a fits: " + SHARED
                                + " is not accessible; connect the storage again"),
                of(
                        "in maintenance",
                        anywhere(),
                        Site.withTwoNodes().maintenance("shared", "inMaintenance"),
                        PlacementCode.FAILED_PRECONDITION,
                        "no datastore of vCenter vc-a fits: " + SHARED
                                + " is in maintenance (inMaintenance); end the maintenance mode of one"),
                of(
                        "entering maintenance",
                        anywhere(),
                        Site.withTwoNodes().maintenance("shared", "enteringMaintenance"),
                        PlacementCode.FAILED_PRECONDITION,
                        "no datastore of vCenter vc-a fits: " + SHARED
                                + " is in maintenance (enteringMaintenance); end the maintenance mode of one"),
                of(
                        "suspended",
                        anywhere(),
                        Site.withTwoNodes().suspended("shared"),
                        PlacementCode.FAILED_PRECONDITION,
                        "no datastore of vCenter vc-a fits: " + SHARED
                                + " is suspended for new volumes; remove the custom value cns.vmware.com/datastoreSuspended from one"),
                of(
                        "one privilege is missing",
                        anywhere(),
                        Site.withTwoNodes().missing("shared", "Datastore.FileManagement"),
                        PlacementCode.PERMISSION_DENIED,
                        "no datastore of vCenter vc-a fits: " + SHARED
                                + " lacks for the account Datastore.FileManagement; give the account Datastore.FileManagement and System.Read on one of them"),
                of(
                        "two privileges are missing",
                        anywhere(),
                        Site.withTwoNodes().missing("shared", "Datastore.FileManagement", "System.Read"),
                        PlacementCode.PERMISSION_DENIED,
                        "no datastore of vCenter vc-a fits: " + SHARED
                                + " lacks for the account Datastore.FileManagement and System.Read; give the account Datastore.FileManagement and System.Read on one of them"),
                of(
                        "full",
                        anywhere(),
                        Site.withTwoNodes().free("shared", 512L << 20),
                        PlacementCode.RESOURCE_EXHAUSTED,
                        "no datastore of vCenter vc-a fits: " + SHARED
                                + " has 512 MiB free, expected 10 GiB; free space, or add a datastore"),
                of(
                        "too small",
                        new PlacementRequest(
                                2048L * 1024, new DatastoreChoice.Any(), TopologyRequirement.NONE, Optional.empty()),
                        Site.withTwoNodes(),
                        PlacementCode.RESOURCE_EXHAUSTED,
                        "no datastore of vCenter vc-a fits: " + SHARED
                                + " has 1024 GiB in all, expected 2048 GiB; free space, or add a datastore"),
                of(
                        "incompatible with the policy",
                        anywhere(),
                        Site.withTwoNodes().incompatible("shared", "no flash"),
                        PlacementCode.FAILED_PRECONDITION,
                        "no datastore of vCenter vc-a fits: " + SHARED
                                + " does not comply with the storage policy \"gold\" (no flash); correct the storage policy, or name another one"),
                of(
                        "incompatible without a reason",
                        anywhere(),
                        Site.withTwoNodes().incompatible("shared", ""),
                        PlacementCode.FAILED_PRECONDITION,
                        "no datastore of vCenter vc-a fits: " + SHARED
                                + " does not comply with the storage policy \"gold\"; correct the storage policy, or name another one"),
                of(
                        "all hosts in maintenance",
                        anywhere(),
                        Site.withTwoNodes().hostIs("esx-1", true, true).hostIs("esx-2", false, false),
                        PlacementCode.FAILED_PRECONDITION,
                        "no datastore of vCenter vc-a fits: " + SHARED
                                + " is mounted only on hosts in maintenance or not connected: esx-1, esx-2; connect a host that mounts one of them, or end its maintenance mode"),
                of(
                        "no Node sees it",
                        anywhere(),
                        Site.withTwoNodes()
                                .mount("shared", "esx-1", Optional.empty())
                                .mount("shared", "esx-2", Optional.of(UNMOUNTED)),
                        PlacementCode.FAILED_PRECONDITION,
                        "no datastore of vCenter vc-a fits: " + SHARED
                                + " is not mounted on esx-1, esx-2 (Node w-1, w-2); mount one of them on every host that runs such a Node"),
                of(
                        "read-only everywhere",
                        anywhere(),
                        Site.withTwoNodes()
                                .mount("shared", "esx-1", Optional.of(READ_ONLY))
                                .mount("shared", "esx-2", Optional.of(READ_ONLY)),
                        PlacementCode.FAILED_PRECONDITION,
                        "no datastore of vCenter vc-a fits: " + SHARED
                                + " is mounted read-only on esx-1, esx-2 (Node w-1, w-2); mount one of them for reading and writing on these hosts"),
                of(
                        "unknown URL",
                        on("gone"),
                        Site.withTwoNodes(),
                        PlacementCode.UNKNOWN_DATASTORE,
                        "no datastore of vCenter vc-a fits: datastore ds:///vmfs/volumes/gone/ is not among the datastores that vCenter shows; correct datastoreurl in the StorageClass, or give the account System.Read on it"),
                of(
                        "list with an unknown URL and a suspended datastore",
                        on("gone", "shared"),
                        Site.withTwoNodes().suspended("shared"),
                        PlacementCode.FAILED_PRECONDITION,
                        "no datastore of vCenter vc-a fits: " + SHARED
                                + " is suspended for new volumes; datastore ds:///vmfs/volumes/gone/ is not among the datastores that vCenter shows; remove the custom value cns.vmware.com/datastoreSuspended from one"),
                of(
                        "unknown datastore cluster",
                        inCluster("pod-1"),
                        Site.withTwoNodes().cluster("shared", "pod-2"),
                        PlacementCode.UNKNOWN_DATASTORE,
                        "no datastore of vCenter vc-a fits: datastore cluster \"pod-1\" does not exist or is empty; vCenter shows pod-2; correct datastoreurl in the StorageClass, or give the account System.Read on it"),
                of(
                        "no datastore cluster at all",
                        inCluster("pod-1"),
                        Site.withTwoNodes(),
                        PlacementCode.UNKNOWN_DATASTORE,
                        "no datastore of vCenter vc-a fits: datastore cluster \"pod-1\" does not exist, as vCenter shows no datastore cluster with a datastore; correct datastoreurl in the StorageClass, or give the account System.Read on it"),
                of(
                        "the name of a datastore instead of a cluster",
                        inCluster("shared"),
                        Site.withTwoNodes(),
                        PlacementCode.UNKNOWN_DATASTORE,
                        "no datastore of vCenter vc-a fits: datastore cluster \"shared\" does not exist, but a datastore of this name does: write its URL ds:///vmfs/volumes/shared/; correct datastoreurl in the StorageClass, or give the account System.Read on it"),
                of(
                        "unknown name in a StorageClass of the in-tree driver",
                        with(new DatastoreChoice.Named("old"), TopologyRequirement.NONE),
                        Site.withTwoNodes(),
                        PlacementCode.UNKNOWN_DATASTORE,
                        "no datastore of vCenter vc-a fits: datastore \"old\" is not among the datastores that vCenter shows; correct datastoreurl in the StorageClass, or give the account System.Read on it"),
                of(
                        "cluster whose datastores are in maintenance",
                        inCluster("pod"),
                        Site.withTwoNodes().cluster("shared", "pod").maintenance("shared", "inMaintenance"),
                        PlacementCode.FAILED_PRECONDITION,
                        "no datastore of vCenter vc-a fits: " + SHARED
                                + " is in maintenance (inMaintenance); end the maintenance mode of one"),
                of(
                        "segment without a Node",
                        in("c"),
                        Site.withTwoZones(),
                        PlacementCode.RESOURCE_EXHAUSTED,
                        "no datastore of vCenter vc-a fits topology topology.csi.vmware.com/k8s-zone=c: topology topology.csi.vmware.com/k8s-zone=c has no Node with a VM in this vCenter; add Nodes there, or correct the topology of the StorageClass"),
                of(
                        "segment whose only Node has no VM",
                        in("c"),
                        Site.withTwoZones().nodeWithoutVm("w-9", zone("c"), false),
                        PlacementCode.RESOURCE_EXHAUSTED,
                        "no datastore of vCenter vc-a fits topology topology.csi.vmware.com/k8s-zone=c: topology topology.csi.vmware.com/k8s-zone=c has no Node with a VM in this vCenter; add Nodes there, or correct the topology of the StorageClass"),
                of(
                        "full in its zone",
                        in("a"),
                        Site.withTwoZones().free("in-a", 0),
                        PlacementCode.RESOURCE_EXHAUSTED,
                        "no datastore of vCenter vc-a fits" + ZONE_A
                                + ": in-a (ds:///vmfs/volumes/in-a/) has 0 MiB free, expected 10 GiB; in-b (ds:///vmfs/volumes/in-b/) is not mounted on esx-1, esx-2 (Node w-1, w-2); free space, or add a datastore"),
                of(
                        "suspended in its zone",
                        in("a"),
                        Site.withTwoZones().suspended("in-a"),
                        PlacementCode.RESOURCE_EXHAUSTED,
                        "no datastore of vCenter vc-a fits" + ZONE_A
                                + ": in-a (ds:///vmfs/volumes/in-a/) is suspended for new volumes; in-b (ds:///vmfs/volumes/in-b/) is not mounted on esx-1, esx-2 (Node w-1, w-2); remove the custom value cns.vmware.com/datastoreSuspended from one"),
                of(
                        "read-only on one host of its zone",
                        in("a"),
                        Site.withTwoZones().mount("in-a", "esx-2", Optional.of(READ_ONLY)),
                        PlacementCode.RESOURCE_EXHAUSTED,
                        "no datastore of vCenter vc-a fits" + ZONE_A
                                + ": in-a (ds:///vmfs/volumes/in-a/) is mounted read-only on esx-2 (Node w-2); in-b (ds:///vmfs/volumes/in-b/) is not mounted on esx-1, esx-2 (Node w-1, w-2); mount one of them for reading and writing on these hosts"),
                of(
                        "unmounted on one host of its zone",
                        in("a"),
                        Site.withTwoZones().mount("in-a", "esx-2", Optional.of(UNMOUNTED)),
                        PlacementCode.RESOURCE_EXHAUSTED,
                        "no datastore of vCenter vc-a fits" + ZONE_A
                                + ": in-a (ds:///vmfs/volumes/in-a/) is not mounted on esx-2 (Node w-2); in-b (ds:///vmfs/volumes/in-b/) is not mounted on esx-1, esx-2 (Node w-1, w-2); mount one of them on every host that runs such a Node"),
                of(
                        "without privileges in its zone",
                        in("a"),
                        Site.withTwoZones().missing("in-a", "System.Read"),
                        PlacementCode.RESOURCE_EXHAUSTED,
                        "no datastore of vCenter vc-a fits" + ZONE_A
                                + ": in-a (ds:///vmfs/volumes/in-a/) lacks for the account System.Read; in-b (ds:///vmfs/volumes/in-b/) is not mounted on esx-1, esx-2 (Node w-1, w-2); give the account Datastore.FileManagement and System.Read on one of them"),
                of(
                        "named datastore of another zone",
                        with(new DatastoreChoice.Urls(List.of(url("in-b"))), in("a").topology()),
                        Site.withTwoZones(),
                        PlacementCode.RESOURCE_EXHAUSTED,
                        "no datastore of vCenter vc-a fits" + ZONE_A
                                + ": in-b (ds:///vmfs/volumes/in-b/) is not mounted on esx-1, esx-2 (Node w-1, w-2); mount one of them on every host that runs such a Node"),
                of(
                        "unknown datastore with a topology",
                        with(new DatastoreChoice.Urls(List.of(url("gone"))), in("a").topology()),
                        Site.withTwoZones(),
                        PlacementCode.UNKNOWN_DATASTORE,
                        "no datastore of vCenter vc-a fits" + ZONE_A
                                + ": datastore ds:///vmfs/volumes/gone/ is not among the datastores that vCenter shows; correct datastoreurl in the StorageClass, or give the account System.Read on it"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void refusalNamesDatastoresAndReasons(Case each) {
        assertThat(place(each.request(), each.site()))
                .isInstanceOfSatisfying(PlacementResult.Refused.class, refused -> {
                    assertThat(refused.message()).isEqualTo(each.message());
                    assertThat(refused.code()).isEqualTo(each.code());
                });
    }

    @Test
    void longMessageCountsTheDatastoresThatHelpLeast() {
        var site = Site.withTwoNodes().free("shared", 0);
        for (int i = 0; i < 40; i++) {
            site.datastore("d%02d".formatted(i)).suspended("d%02d".formatted(i));
        }

        assertThat(place(anywhere(), site)).isInstanceOfSatisfying(PlacementResult.Refused.class, refused -> assertThat(
                        refused.message())
                .hasSizeLessThan(900)
                .startsWith("no datastore of vCenter vc-a fits: " + SHARED + " has 0 MiB free, expected 10 GiB; d00 ")
                .endsWith("; and 31 others (31 suspended); free space, or add a datastore"));
    }
}
