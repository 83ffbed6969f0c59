package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.VolumeRule;
import dev.vspherecloud.testkit.volume.VolumeTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Scenario 19 of csi-production 14: two clusters with the same cluster id on one vCenter. CNS cannot tell their
/// volumes apart. Each driver knows its own by the names, which contain the uids of the claims, and by its records.
@Tag("csi")
class SharedClusterIdScenario {
    private static final int VOLUMES = 4;

    /// The first sweep of records is a minute after the start, and the second one a minute later.
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @Test
    @Timeout(400)
    void scenario19TwoClustersWithOneIdTouchNothingForeign(@TempDir Path folder) throws IOException {
        Path firstFolder = Files.createDirectory(folder.resolve("a"));
        Path secondFolder = Files.createDirectory(folder.resolve("b"));
        try (var otherApi = KubeApiServer.start();
                var first = new DriverBed(KubeApiServer.shared(), firstFolder);
                var second = new DriverBed(otherApi, secondFolder)) {
            first.addVcenter("shared");
            second.shareVcenter(first, "shared");
            DriverBed.Driver one =
                    first.start(first.configWithFrequentSweeps(), Map.of()).awaitReady();
            DriverBed.Driver two =
                    second.start(second.configWithFrequentSweeps(), Map.of()).awaitReady();

            // At the same time, each creates volumes, of which one comes late a second time.
            String duplicated = name();
            first.volumes()
                    .apply(VolumeRule.next("CnsCreateVolume").of(duplicated).hang());
            CompletableFuture<String> slow = caller(first).create(duplicated, 1024);
            List<Volume> ofFirst = create(first);
            List<Volume> ofSecond = create(second);
            String kept = slow.join();
            first.volumes().releaseCalls();
            await(() -> first.idsOf(duplicated).size() == 2);
            String late = first.idsOf(duplicated).stream()
                    .filter(id -> !id.equals(kept))
                    .findFirst()
                    .orElseThrow();
            first.bind(duplicated, kept);

            // Each deletes one volume, binds one, and has two that no claim and no PersistentVolume needs.
            caller(first).delete(ofFirst.get(0).id()).join();
            caller(second).delete(ofSecond.get(0).id()).join();
            first.bind(ofFirst.get(1).name(), ofFirst.get(1).id());
            second.bind(ofSecond.get(1).name(), ofSecond.get(1).id());
            first.makeRecordsOld();
            second.makeRecordsOld();

            await(() -> reports(one, ofFirst.subList(2, VOLUMES)) && reports(two, ofSecond.subList(2, VOLUMES)));
            await(() -> first.idsOf(duplicated).size() == 1);
            assertThat(one.program().log()).as("only its own volumes").doesNotContain(ids(ofSecond));
            assertThat(two.program().log())
                    .as("only its own volumes")
                    .doesNotContain(ids(ofFirst))
                    .doesNotContain(kept, late);
            assertThat(deleted(first))
                    .containsExactlyInAnyOrder(
                            ofFirst.get(0).id(), ofSecond.get(0).id(), late);
            List<Volume> left = Stream.concat(
                            ofFirst.stream().skip(1), ofSecond.stream().skip(1))
                    .toList();
            assertThat(first.volumes().list())
                    .extracting(SimulatedVolume::id)
                    .hasSize(left.size() + 1)
                    .contains(kept)
                    .containsAll(ids(left));
            assertThat(Stream.of(one, two).map(driver -> driver.program().terminate()))
                    .containsOnly(0);
            first.objects().delete(DriverBed.VOLUMES + "/" + duplicated);
            first.objects().delete(DriverBed.VOLUMES + "/" + ofFirst.get(1).name());
        }
    }

    private record Volume(String name, String id) {}

    private static List<String> ids(List<Volume> volumes) {
        return volumes.stream().map(Volume::id).toList();
    }

    /// Returns true if the driver has reported that nothing refers to these volumes.
    private static boolean reports(DriverBed.Driver driver, List<Volume> orphans) {
        return driver.program()
                .log()
                .lines()
                .filter(line -> line.contains("No claim and no PersistentVolume refers to these volumes"))
                .anyMatch(line -> ids(orphans).stream().allMatch(line::contains));
    }

    private static PersistentCaller caller(DriverBed bed) {
        return new PersistentCaller(() -> List.of(bed.socket()));
    }

    private static String name() {
        return "pvc-" + UUID.randomUUID();
    }

    private static List<Volume> create(DriverBed bed) {
        List<CompletableFuture<Volume>> calls = IntStream.range(0, VOLUMES)
                .mapToObj(_ -> name())
                .map(name -> caller(bed).create(name, 1024).thenApply(id -> new Volume(name, id)))
                .toList();
        return calls.stream().map(CompletableFuture::join).toList();
    }

    private static void await(BooleanSupplier condition) {
        Awaitility.await()
                .atMost(LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(200))
                .until(condition::getAsBoolean);
    }

    private static List<String> deleted(DriverBed bed) {
        return bed.volumes().tasks().stream()
                .filter(task -> task.method().equals("CnsDeleteVolume"))
                .map(VolumeTask::subjects)
                .flatMap(List::stream)
                .toList();
    }
}
