package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Scenario 18 of csi-production 14: etcd is restored from a backup, so the objects are older than the volumes in CNS.
/// What does not fit together is reported, and nothing is created or deleted because of it.
@Tag("csi")
class RestoredClusterScenario {
    /// The first sweep of records is a minute after the start.
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @Test
    @Timeout(400)
    void scenario18ObjectsOlderThanCnsAreOnlyReported(@TempDir Path folder) {
        try (var bed = new DriverBed(KubeApiServer.shared(), folder)) {
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
            int tasks = bed.volumes().tasks().size();
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

            bed.makeRecordsOld();
            bed.objects().awaitGone(DriverBed.RECORDS + "/" + old, LIMIT);
            bed.objects().awaitGone(DriverBed.RECORDS + "/" + lost, LIMIT);
            assertThat(bed.volumes().list())
                    .extracting(SimulatedVolume::id)
                    .containsExactlyInAnyOrder(oldId, lateId, unknownId);
            assertThat(bed.volumes().tasks())
                    .as("nothing is created or deleted")
                    .hasSize(tasks);
            assertThat(restored.program().terminate()).isZero();
            List.of(old, lost).forEach(name -> bed.objects().delete(DriverBed.VOLUMES + "/" + name));
        }
    }

    private static String name() {
        return "pvc-" + UUID.randomUUID();
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
}
