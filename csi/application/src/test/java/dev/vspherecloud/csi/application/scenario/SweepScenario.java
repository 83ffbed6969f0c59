package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.VolumeRule;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The active controller removes old records, and volumes that an abandoned attempt created late.
///
/// The scenario writes into the records that they are two hours old.
@Tag("csi")
class SweepScenario {
    private static final String RECORDS =
            "/apis/cns.vmware.com/v1alpha1/namespaces/%s/cnsvolumeoperationrequests".formatted(DriverBed.NAMESPACE);
    private static final String VOLUMES = "/api/v1/persistentvolumes";

    /// The first sweep is a minute after the start, and the second one a minute later.
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @Test
    @Timeout(400)
    void oldRecordsAndLateDuplicatesGoAndOrphansAreReported(@TempDir Path folder) {
        try (var bed = new DriverBed(KubeApiServer.shared(), folder)) {
            bed.addVcenter("sweep");
            DriverBed.Driver driver = bed.start(
                            bed.config()
                                    .replaceFirst("\n", "\ncnsvolumeoperationrequest-cleanup-intervalinmin = \"1\"\n"),
                            Map.of())
                    .awaitReady();
            var caller = new PersistentCaller(() -> List.of(bed.socket()));
            String duplicated = name();
            String orphaned = name();
            String deleted = name();

            // The first call reaches vCenter only after the driver has given it up and created the volume again.
            bed.volumes()
                    .apply(VolumeRule.next("CnsCreateVolume").of(duplicated).hang());
            CompletableFuture<String> slow = caller.create(duplicated, 1024);
            String orphan = caller.create(orphaned, 1024).join();
            String gone = caller.create(deleted, 1024).join();
            caller.delete(gone).join();
            String kept = slow.join();
            bed.volumes().releaseCalls();
            await(() -> named(bed, duplicated).size() == 2);
            bind(bed, duplicated, kept);
            makeOld(bed);

            await(() -> named(bed, duplicated).size() == 1);
            assertThat(named(bed, duplicated)).containsExactly(kept);
            bed.objects().awaitGone(RECORDS + "/" + deleted, LIMIT);
            bed.objects().awaitGone(RECORDS + "/delete-" + gone, LIMIT);
            assertThat(bed.objects().find(RECORDS + "/" + duplicated))
                    .as("another attempt may still run")
                    .isPresent();
            driver.program().awaitLog("No claim and no PersistentVolume refers to these volumes", LIMIT);
            assertThat(driver.program().log()).contains("handles=\"" + orphan + "\"");
            assertThat(driver.page("/metrics").body()).contains("vspherecloud_csi_orphaned_volumes 1");
            assertThat(named(bed, orphaned)).containsExactly(orphan);
            assertThat(driver.program().terminate()).isZero();
            bed.objects().delete(VOLUMES + "/" + duplicated);
        }
    }

    private static String name() {
        return "pvc-" + UUID.randomUUID();
    }

    private static List<String> named(DriverBed bed, String name) {
        return bed.volumes().list().stream()
                .filter(volume -> volume.name().equals(name))
                .map(SimulatedVolume::id)
                .toList();
    }

    private static void bind(DriverBed bed, String name, String handle) {
        bed.objects().create(VOLUMES, """
                {"metadata": {"name": "%s"},
                 "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"],
                          "csi": {"driver": "csi.vsphere.vmware.com", "volumeHandle": "%s"}}}""".formatted(name, handle));
    }

    private static void makeOld(DriverBed bed) {
        String time = InstantSource.system()
                .instant()
                .minus(Duration.ofHours(2))
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
        for (JsonNode record : bed.objects().get(RECORDS).path("items")) {
            ObjectNode status = record.path("status").deepCopy();
            ((ObjectNode) status.path("firstOperationDetails")).put("taskInvocationTimestamp", time);
            StreamSupport.stream(status.path("latestOperationDetails").spliterator(), false)
                    .forEach(attempt -> ((ObjectNode) attempt).put("taskInvocationTimestamp", time));
            bed.objects()
                    .patch(RECORDS + "/" + record.at("/metadata/name").asText(), "{\"status\": %s}".formatted(status));
        }
    }

    private static void await(BooleanSupplier condition) {
        Awaitility.await()
                .atMost(LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(100))
                .until(condition::getAsBoolean);
    }
}
