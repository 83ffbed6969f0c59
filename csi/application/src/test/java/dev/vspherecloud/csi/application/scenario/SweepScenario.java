package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.VolumeRule;
import dev.vspherecloud.testkit.volume.VolumeTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// The active controller removes old records, and volumes that an abandoned attempt created late.
///
/// The scenarios write into the records that they are two hours old. They run at the same time, each with its own
/// servers, because each waits for two sweeps.
@Tag("csi")
@Execution(ExecutionMode.CONCURRENT)
class SweepScenario {
    /// The first sweep is a minute after the start, and the second one a minute later.
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /// The volumes of each of two clusters.
    private static final int VOLUMES = 4;

    @Test
    @Timeout(400)
    void oldRecordsAndLateDuplicatesGoAndOrphansAreReported(@TempDir Path folder) {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder)) {
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

    /// Scenario 18 of csi-production 14: etcd is restored from a backup, so the objects are older than the volumes in
    /// CNS. What does not fit together is reported, and nothing is created or deleted because of it.
    @Test
    @Timeout(400)
    void scenario18ObjectsOlderThanCnsAreOnlyReported(@TempDir Path folder) {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder)) {
            bed.addVcenter("restored");
            DriverBed.Driver driver =
                    bed.start(bed.configWithFrequentSweeps(), Map.of()).awaitReady();
            var caller = new PersistentCaller(() -> List.of(bed.socket()));
            String old = name();
            String lost = name();
            String late = name();
            String unknown = name();
            String oldId = caller.create(old, 1024).join();
            String lostId = caller.create(lost, 1024).join();
            List<JsonNode> backup = records(bed);

            // After the backup, one volume is deleted and two are created.
            caller.delete(lostId).join();
            String lateId = caller.create(late, 1024).join();
            String unknownId = caller.create(unknown, 1024).join();
            assertThat(driver.program().terminate()).isZero();

            // The backup has the PersistentVolumes of the first two, and the claim of one of the others.
            restore(bed, backup);
            bed.bind(old, oldId);
            bed.bind(lost, lostId);
            int tasks = bed.operations().size();
            DriverBed.Driver restored =
                    bed.start(bed.configWithFrequentSweeps(), Map.of()).awaitReady();

            DriverBed.Output explained = bed.explain(lost);
            assertThat(explained.exitCode()).as(explained.text()).isEqualTo(2);
            assertThat(explained.text())
                    .contains("the PersistentVolume exists, and CNS in 127.0.0.1 does not have its volume");
            assertThat(caller.create(late, 1024).join())
                    .as("the claim waits again, and its volume is there")
                    .isEqualTo(lateId);
            var calls = new CsiCalls(bed.socket());
            assertThat(calls.create(lost, 1024))
                    .as("the record names a volume that is gone")
                    .satisfies(outcome -> assertThat(outcome.code()).isEqualTo("Unavailable"))
                    .satisfies(outcome -> assertThat(outcome.message())
                            .contains(lostId, "kubectl delete cnsvolumeoperationrequest " + lost));
            caller.delete(lostId).join();

            // The volumes in CNS that nothing refers to are named, and stay.
            DriverBed.Output orphans = bed.explainOrphans();
            assertThat(orphans.exitCode()).as(orphans.text()).isEqualTo(2);
            assertThat(orphans.text())
                    .contains("govc volume.rm " + unknownId)
                    .doesNotContain("govc volume.rm " + oldId);

            bed.makeRecordsOld();
            bed.objects().awaitGone(DriverBed.RECORDS + "/" + old, LIMIT);
            bed.objects().awaitGone(DriverBed.RECORDS + "/" + lost, LIMIT);
            assertThat(bed.volumes().list())
                    .extracting(SimulatedVolume::id)
                    .containsExactlyInAnyOrder(oldId, lateId, unknownId);
            assertThat(bed.operations()).as("nothing is created or deleted").hasSize(tasks);
            assertThat(restored.program().terminate()).isZero();
            List.of(old, lost).forEach(name -> bed.objects().delete(DriverBed.VOLUMES + "/" + name));
        }
    }

    /// Scenario 19 of csi-production 14: two clusters with the same cluster id on one vCenter. CNS cannot tell their
    /// volumes apart. Each driver knows its own by the names, which contain the uids of the claims, and by its
    /// records.
    @Test
    @Timeout(400)
    void scenario19TwoClustersWithOneIdTouchNothingForeign(@TempDir Path folder) throws IOException {
        Path firstFolder = Files.createDirectory(folder.resolve("a"));
        Path secondFolder = Files.createDirectory(folder.resolve("b"));
        try (var firstApi = KubeApiServer.shared();
                var secondApi = KubeApiServer.shared();
                var first = new DriverBed(firstApi, firstFolder);
                var second = new DriverBed(secondApi, secondFolder)) {
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

    private static List<Volume> create(DriverBed bed) {
        List<CompletableFuture<Volume>> calls = IntStream.range(0, VOLUMES)
                .mapToObj(_ -> name())
                .map(name -> caller(bed).create(name, 1024).thenApply(id -> new Volume(name, id)))
                .toList();
        return calls.stream().map(CompletableFuture::join).toList();
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

    private static List<JsonNode> records(DriverBed bed) {
        var records = new ArrayList<JsonNode>();
        bed.objects().get(DriverBed.RECORDS).path("items").forEach(records::add);
        return records;
    }

    /// Brings the records back to an earlier state.
    private static void restore(DriverBed bed, List<JsonNode> backup) {
        records(bed).forEach(record -> bed.objects()
                .delete(DriverBed.RECORDS + "/" + record.at("/metadata/name").asText()));
        for (JsonNode record : backup) {
            ObjectNode copy = record.deepCopy();
            copy.putObject("metadata")
                    .put("name", record.at("/metadata/name").asText())
                    .put("namespace", DriverBed.NAMESPACE);
            bed.objects().create(DriverBed.RECORDS, copy.toString());
        }
    }

    private static List<String> deleted(DriverBed bed) {
        return bed.volumes().tasks().stream()
                .filter(task -> task.method().equals("CnsDeleteVolume"))
                .map(VolumeTask::subjects)
                .flatMap(List::stream)
                .toList();
    }
}
