package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.volume.VolumeRule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
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
    /// The first sweep is a minute after the start, and the second one a minute later.
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @Test
    @Timeout(400)
    void oldRecordsAndLateDuplicatesGoAndOrphansAreReported(@TempDir Path folder) {
        try (var bed = new DriverBed(KubeApiServer.shared(), folder)) {
            bed.addVcenter("sweep");
            DriverBed.Driver driver =
                    bed.start(bed.configWithFrequentSweeps(), Map.of()).awaitReady();
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
            await(() -> bed.idsOf(duplicated).size() == 2);
            bed.bind(duplicated, kept);
            bed.makeRecordsOld();

            await(() -> bed.idsOf(duplicated).size() == 1);
            assertThat(bed.idsOf(duplicated)).containsExactly(kept);
            bed.objects().awaitGone(DriverBed.RECORDS + "/" + deleted, LIMIT);
            bed.objects().awaitGone(DriverBed.RECORDS + "/delete-" + gone, LIMIT);
            assertThat(bed.objects().find(DriverBed.RECORDS + "/" + duplicated))
                    .as("another attempt may still run")
                    .isPresent();
            driver.program().awaitLog("No claim and no PersistentVolume refers to these volumes", LIMIT);
            assertThat(driver.program().log()).contains("handles=\"" + orphan + "\"");
            assertThat(driver.page("/metrics").body()).contains("vspherecloud_csi_orphaned_volumes 1");
            assertThat(bed.idsOf(orphaned)).containsExactly(orphan);
            assertThat(driver.program().terminate()).isZero();
            bed.objects().delete(DriverBed.VOLUMES + "/" + duplicated);
        }
    }

    private static String name() {
        return "pvc-" + UUID.randomUUID();
    }

    private static void await(BooleanSupplier condition) {
        Awaitility.await()
                .atMost(LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(100))
                .until(condition::getAsBoolean);
    }
}
