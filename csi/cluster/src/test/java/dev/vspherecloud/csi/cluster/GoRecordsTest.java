package dev.vspherecloud.csi.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cluster.simulation.GoRecordReader;
import dev.vspherecloud.csi.domain.DeletionCause;
import dev.vspherecloud.csi.domain.OperationFacts;
import dev.vspherecloud.csi.domain.OperationLimits;
import dev.vspherecloud.csi.domain.OperationPolicy;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.OperationStep;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.StoreCapabilities;
import dev.vspherecloud.json.Json;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/// Takes over the records that vsphere-csi-driver (Go) leaves.
class GoRecordsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:10:00Z");

    static Stream<Json> records() {
        InputStream file = Objects.requireNonNull(GoRecordsTest.class.getResourceAsStream("records-of-go.yaml"));
        List<?> all = new Yaml().load(file);
        return all.stream().map(GoRecordsTest::json);
    }

    private static Json json(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Json.Members object = Json.object();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    object = object.with(entry.getKey().toString(), json(entry.getValue()));
                }
                yield object;
            }
            case List<?> list ->
                Json.items(list.stream().map(GoRecordsTest::json).toList());
            case Number number -> Json.of(number.longValue());
            default -> Json.of(value.toString());
        };
    }

    @ParameterizedTest
    @MethodSource("records")
    void theFirstStepIsTheExpectedOne(Json record) {
        RecordState state = OperationRecordJson.read(record.find("object"));
        OperationFacts facts = OperationFacts.begin("call-1", NOW.plusSeconds(60), StoreCapabilities.VCENTER)
                .onRecord(state, NOW.minusSeconds(60));

        OperationStep step = OperationPolicy.next(request(record), facts, OperationLimits.standard(), "", NOW, NOW);

        assertThat(text(step))
                .as(record.find("case").asText())
                .isEqualTo(record.find("step").asText());
    }

    @ParameterizedTest
    @MethodSource("records")
    void aRecordThatIsReadIsWrittenWithoutLoss(Json fixture) {
        Json object = fixture.find("object");
        if (OperationRecordJson.read(object) instanceof RecordState.Present(var record, var _)
                && object.has("status", "latestOperationDetails")) {
            assertThat(OperationRecordJson.created(record, "csi").find("status"))
                    .isEqualTo(object.find("status"));
        }
    }

    /// Go starts a create again where this driver looks first. Only for a task that runs do both wait.
    @Test
    void goReadsItsOwnRecords() {
        assertThat(records().map(record -> GoRecordReader.next(record.find("object"))
                        .getClass()
                        .getSimpleName()))
                .containsExactly(
                        "ReturnSuccess",
                        "WaitForTask",
                        "StartAgain",
                        "StartAgain",
                        "StartAgain",
                        "WaitForTask",
                        "StartAgain",
                        "StartAgain",
                        "StartAgain",
                        "GetFails",
                        "GetFails",
                        "GetFails",
                        "ReturnSuccess",
                        "WaitForTask",
                        "ReturnSuccess",
                        "ReturnSuccess");
    }

    @Test
    void anUnreadableRecordNamesThePlace() {
        Json record = records()
                .filter(one -> one.find("object", "status", "latestOperationDetails") instanceof Json.Text)
                .findFirst()
                .orElseThrow();

        assertThat(OperationRecordJson.read(record.find("object")))
                .isEqualTo(new RecordState.Unreadable(
                        "7",
                        "record pvc-1 cannot be read: status.latestOperationDetails: a list expected, found text"));
    }

    private static OperationRequest request(Json record) {
        return switch (record.find("request").asText()) {
            case "create" -> new OperationRequest.Create("pvc-1", "cluster-1", 1024, Set.of());
            case "delete" -> new OperationRequest.Delete("vol-1", "cluster-1", DeletionCause.REQUESTED);
            default -> new OperationRequest.Expand("vol-1", 2048);
        };
    }

    private static String text(OperationStep step) {
        return switch (step) {
            case OperationStep.AskTasks(Set<String> ids) -> "AskTasks " + String.join(" ", new TreeSet<>(ids));
            case OperationStep.ReadDeletion(String id) -> "ReadDeletion " + id;
            case OperationStep.Succeed(String id, long _) -> "Succeed " + id;
            case OperationStep.AskVolumes _ -> "AskVolumes";
            default -> step.toString();
        };
    }
}
