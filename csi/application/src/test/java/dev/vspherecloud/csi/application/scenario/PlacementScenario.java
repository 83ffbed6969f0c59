package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.testkit.volume.DatastoreSpec;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Volumes are placed by topology and by the state of datastores, and each refusal says why: the packaged driver with
/// three zones by tags. See [PodBed] for the zones.
@Tag("csi")
@Timeout(600)
class PlacementScenario {
    private static final String REGION = "pods-region";

    private static PodBed bed;
    private static CsiCalls calls;
    private static int count;
    private static boolean changed;

    @BeforeAll
    static void start() {
        bed = PodBed.shared(true).startNodes();
        calls = new CsiCalls(bed.socket());
    }

    @AfterAll
    static void stop() {
        bed.volumes()
                .list()
                .forEach(volume -> assertThat(calls.delete(volume.id()).code()).isEqualTo("OK"));
        bed.close();
    }

    @AfterEach
    void everyDatastoreIsUsable() {
        if (!changed) {
            return;
        }
        Stream.of("datastore1", "zone-a", "zone-b", "zone-c")
                .forEach(name -> change(name, store -> store.outOfMaintenance()
                        .accessible(true)
                        .capacityMb(100_000)
                        .freeMb(50_000)));
        // The driver may have read the free space a moment ago.
        await().atMost(Duration.ofMinutes(2))
                .until(() -> create(on("datastore1"), "zone-a").code().equals("OK"));
        changed = false;
    }

    private static void change(String datastore, Function<DatastoreSpec, DatastoreSpec> change) {
        changed = true;
        bed.volumes().change(change.apply(DatastoreSpec.datastore(PodBed.DATACENTER, datastore)));
    }

    private static String segment(String zone) {
        return "{\"segments\": {\"%s\": \"%s\"}}".formatted(PodBed.ZONE, zone);
    }

    private static CsiCalls.Outcome create(String parameters, String... zones) {
        String terms = Stream.of(zones).map(PlacementScenario::segment).collect(Collectors.joining(", "));
        return calls.call("Controller/CreateVolume", """
                {"name": "placed-%d", "capacityRange": {"requiredBytes": "1073741824"}, "parameters": %s,
                 "accessibilityRequirements": {"requisite": [%s], "preferred": [%s]},
                 "volumeCapabilities": [{"mount": {"fsType": "ext4"}, "accessMode": {"mode": "SINGLE_NODE_WRITER"}}]}""".formatted(count++, parameters, terms, terms));
    }

    private static void assertExhausted(CsiCalls.Outcome outcome, String... parts) {
        assertThat(outcome.code()).as(outcome.message()).isEqualTo("ResourceExhausted");
        assertThat(outcome.message()).contains(parts);
    }

    private static String on(String... datastores) {
        return "{\"datastoreurl\": \"%s\"}"
                .formatted(Stream.of(datastores).map(bed::url).collect(Collectors.joining(",")));
    }

    @Test
    void volumeIsAccessibleFromItsZone() {
        CsiCalls.Outcome outcome = create(on("zone-b"), "zone-b", "zone-a");

        assertThat(outcome.code()).as(outcome.message()).isEqualTo("OK");
        assertThat(outcome.message()).contains("\"zone-b\"").doesNotContain("\"zone-a\"");
    }

    @Test
    void sharedDatastoreIsAccessibleFromAllRequestedZones() {
        CsiCalls.Outcome outcome = create(on("datastore1"), "zone-b", "zone-a");

        assertThat(outcome.code()).as(outcome.message()).isEqualTo("OK");
        assertThat(outcome.message()).contains("\"zone-b\"", "\"zone-a\"").doesNotContain("\"zone-c\"");
    }

    @Test
    void datastoreOfAnotherZoneIsRefusedWithTheHostsThatDoNotSeeIt() {
        assertExhausted(
                create(on("zone-b"), "zone-a"),
                "zone-b (" + bed.url("zone-b") + ") is not mounted on",
                "pods-cluster-a-host-1",
                "(Node n-0, n-3)");
    }

    @Test
    void nextZoneIsUsedIfTheFirstHasNoDatastore() {
        change("zone-b", store -> store.inMaintenance());
        awaitUnusable("zone-b", "zone-b");

        CsiCalls.Outcome outcome = create(on("zone-b", "zone-a"), "zone-b", "zone-a");

        assertThat(outcome.code()).as(outcome.message()).isEqualTo("OK");
        assertThat(outcome.message()).contains("\"zone-a\"").doesNotContain("\"zone-b\"");
    }

    @Test
    void everyReasonIsNamed() {
        change("zone-a", store -> store.inMaintenance());
        change("datastore1", store -> store.freeMb(50));
        awaitUnusable("zone-a", "zone-a");

        awaitCapacity(on("datastore1"), "zone-a", 50L << 20);
        assertExhausted(
                create("{}", "zone-a"),
                "datastore1 (" + bed.url("datastore1") + ") has 50 MiB free, expected 1 GiB",
                "zone-a (" + bed.url("zone-a") + ") is in maintenance (inMaintenance)",
                "zone-c (" + bed.url("zone-c") + ") is not mounted on",
                "; free space, or add a datastore");
    }

    @Test
    void zoneWithoutNodesIsRefused() {
        assertExhausted(create("{}", "zone-x"), "topology " + PodBed.ZONE + "=zone-x has no Node");
    }

    @Test
    void unknownKeyAndUnknownClusterAreRefused() {
        CsiCalls.Outcome key = calls.call("Controller/CreateVolume", """
                {"name": "key", "accessibilityRequirements": {"requisite": [{"segments": {"rack": "1"}}]},
                 "volumeCapabilities": [{"mount": {"fsType": "ext4"}, "accessMode": {"mode": "SINGLE_NODE_WRITER"}}]}""");
        CsiCalls.Outcome cluster = create("{\"datastoreurl\": \"gold\"}", "zone-a");

        assertThat(key.code()).isEqualTo("InvalidArgument");
        assertThat(key.message()).contains("found the topology key \"rack\"", PodBed.ZONE);
        assertThat(cluster.code()).isEqualTo("FailedPrecondition");
        assertThat(cluster.message()).contains("datastore cluster \"gold\" does not exist");
    }

    @Test
    void capacityIsThatOfTheZone() {
        change("zone-c", store -> store.freeMb(1024));
        change("datastore1", store -> store.inMaintenance());
        awaitCapacity("{}", "zone-c", 1L << 30);
    }

    @Test
    void labelsOfNodesAreThoseOfTheTags() {
        assertThat(bed.objects()
                        .node("n-1")
                        .at("/metadata/labels")
                        .path(PodBed.ZONE)
                        .asText())
                .isEqualTo("zone-b");
        assertThat(bed.objects()
                        .get("/apis/cns.vmware.com/v1alpha1/csinodetopologies/n-1")
                        .at("/status/topologyLabels")
                        .valueStream()
                        .collect(Collectors.toMap(label -> label.path("key").asText(), label -> label.path("value")
                                .asText())))
                .isEqualTo(Map.of(PodBed.ZONE, "zone-b", "topology.csi.vmware.com/k8s-region", REGION));
    }

    /// Waits until the driver has seen that a datastore takes no volume of a zone.
    private static void awaitUnusable(String datastore, String zone) {
        awaitCapacity(on(datastore), zone, 0);
    }

    private static void awaitCapacity(String parameters, String zone, long bytes) {
        await().atMost(Duration.ofMinutes(2))
                .until(
                        () -> calls.call(
                                        "Controller/GetCapacity",
                                        "{\"parameters\": %s, \"accessibleTopology\": %s}"
                                                .formatted(parameters, segment(zone)))
                                .message(),
                        message -> bytes == 0
                                ? !message.contains("\"availableCapacity\":\"")
                                : message.contains("\"%d\"".formatted(bytes)));
    }
}
