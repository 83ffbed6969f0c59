package dev.vspherecloud.csi.application.scenario.handover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.csi.application.scenario.CsiCalls;
import dev.vspherecloud.csi.application.scenario.DriverBed;
import dev.vspherecloud.csi.application.scenario.PersistentCaller;
import dev.vspherecloud.testkit.bed.Checkout;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.Manifest;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.VolumeTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Hand-over: the packaged driver finishes what the records of vsphere-csi-driver (Go) say. The records are those of
/// `records-of-go.yaml` in `csi/cluster`.
@Tag("csi")
class GoRecordsScenario {
    private static final String FIXTURES =
            "csi/cluster/src/test/resources/dev/vspherecloud/csi/cluster/records-of-go.yaml";

    /// A request that was repeated after Go had written its record.
    ///
    /// @param text   the name of the case in the file
    /// @param kind   `create`, `delete` or `expand`
    /// @param name   the name of the volume
    /// @param id     the id of the volume; empty if it did not exist
    private record Repeated(String text, String kind, String name, String id, CompletableFuture<String> call) {}

    @Test
    @Timeout(300)
    void everyOperationIsFinishedOnce(@TempDir Path folder) {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder)) {
            bed.addVcenter("go");
            DriverBed.Driver driver = bed.start().awaitReady();
            var caller = new PersistentCaller(() -> List.of(bed.socket()));
            var begun = new ArrayList<CompletableFuture<Repeated>>();

            // All at the same time, because some records have to be unchanged for 15 seconds before anything happens.
            for (JsonNode fixture : fixtures()) {
                begun.add(afterTheTask(bed, caller, fixture));
                if (!fixture.toString().contains("\"Success\"")) {
                    begun.add(withoutTheTask(bed, caller, fixture));
                }
            }
            List<Repeated> repeated =
                    begun.stream().map(CompletableFuture::join).toList();

            assertThat(repeated).hasSizeGreaterThan(20);
            repeated.forEach(each -> check(bed, each));
            assertThat(driver.program().terminate()).isZero();
        }
    }

    /// The API server checks the types of the fields, and not all that this driver needs.
    @Test
    void aRecordThatCannotBeReadStopsOnlyItsOperation(@TempDir Path folder) {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder)) {
            bed.addVcenter("malformed");
            DriverBed.Driver driver = bed.start().awaitReady();
            var calls = new CsiCalls(bed.socket());
            var caller = new PersistentCaller(() -> List.of(bed.socket()));
            String name = "pvc-" + UUID.randomUUID();
            String other = "pvc-" + UUID.randomUUID();
            String id = caller.create(other, 1024).join();
            bed.objects().delete(DriverBed.RECORDS + "/" + other);
            int tasks = bed.operations().size();
            String tooLarge = "status.capacity: whole number expected";
            String noTime =
                    "status: found the time \"2026-01-02T03:04:05+19:00\", expected the form 2026-01-02T03:04:05Z";
            putMalformed(bed, name, "\"capacity\": 9223372036854775807, ", "2026-01-02T03:04:05Z");
            putMalformed(bed, "delete-" + id, "", "2026-01-02T03:04:05+19:00");
            putMalformed(bed, "expand-" + id, "", "2026-01-02T03:04:05+19:00");

            assertUnreadable(calls.create(name, 1024), name, tooLarge);
            assertUnreadable(calls.delete(id), "delete-" + id, noTime);
            assertUnreadable(calls.expand(id, 2048), "expand-" + id, noTime);
            assertThat(bed.operations()).as("nothing is started").hasSize(tasks);
            assertThat(bed.objects()
                            .get(DriverBed.RECORDS + "/" + name)
                            .at("/status/capacity")
                            .asLong())
                    .as("nothing is written")
                    .isEqualTo(Long.MAX_VALUE);
            String last = caller.create("pvc-" + UUID.randomUUID(), 1024).join();
            assertThat(calls.expand(last, 2048).code()).as("another claim").isEqualTo("OK");
            assertThat(calls.delete(last).code()).as("another claim").isEqualTo("OK");

            for (String record : List.of(name, "expand-" + id, "delete-" + id)) {
                bed.objects().delete(DriverBed.RECORDS + "/" + record);
            }
            String created = caller.create(name, 1024).join();
            caller.expand(id, 2048).join();
            caller.delete(id).join();
            assertThat(bed.volumes().list()).extracting(SimulatedVolume::id).containsExactly(created);
            assertThat(driver.program().terminate()).isZero();
        }
    }

    private static void putMalformed(DriverBed bed, String record, String fields, String time) {
        bed.objects().create(DriverBed.RECORDS, """
                {"apiVersion": "cns.vmware.com/v1alpha1", "kind": "CnsVolumeOperationRequest",
                 "metadata": {"name": "%1$s", "namespace": "%2$s"}, "spec": {"name": "%1$s"},
                 "status": {%3$s"latestOperationDetails": [
                     {"taskInvocationTimestamp": "%4$s", "taskId": "task-1", "taskStatus": "InProgress"}]}}""".formatted(record, DriverBed.NAMESPACE, fields, time));
    }

    private static void assertUnreadable(CsiCalls.Outcome outcome, String record, String problem) {
        assertThat(outcome.code()).as(outcome.message()).isEqualTo("Unavailable");
        assertThat(outcome.message())
                .contains("record %s cannot be read: %s".formatted(record, problem))
                .contains("if no task of it runs in vCenter, delete it with: kubectl delete cnsvolumeoperationrequest "
                        + record);
    }

    /// The records that the API server accepts.
    private static List<JsonNode> fixtures() {
        try {
            String text = Files.readString(Checkout.root().resolve(FIXTURES));
            JsonNode all = Manifest.parse("items:\n" + text).getFirst().json().path("items");
            return StreamSupport.stream(all.spliterator(), false)
                    .filter(fixture ->
                            !fixture.at("/object/status/latestOperationDetails").isTextual())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Go lost the answer: the task has done its work.
    private static CompletableFuture<Repeated> afterTheTask(DriverBed bed, PersistentCaller caller, JsonNode fixture) {
        String kind = fixture.path("request").asText();
        String name = "pvc-" + UUID.randomUUID();
        return caller.create(name, 1024)
                .thenCompose(id -> kind.equals("create")
                        ? CompletableFuture.completedFuture(id)
                        : request(caller, kind, name, id).thenApply(_ -> id))
                .thenApply(id -> {
                    String record = recordName(kind, name, id);
                    String task = bed.objects()
                            .get(DriverBed.RECORDS + "/" + record)
                            .at("/status/latestOperationDetails/0/taskId")
                            .asText();
                    bed.objects().delete(DriverBed.RECORDS + "/" + record);
                    put(bed, fixture, record, id, task);
                    return new Repeated(
                            fixture.path("case").asText() + ", after the task",
                            kind,
                            name,
                            id,
                            request(caller, kind, name, id));
                });
    }

    /// Go lost the request: vCenter does not know the task.
    private static CompletableFuture<Repeated> withoutTheTask(
            DriverBed bed, PersistentCaller caller, JsonNode fixture) {
        String kind = fixture.path("request").asText();
        String name = "pvc-" + UUID.randomUUID();
        CompletableFuture<String> volume =
                kind.equals("create") ? CompletableFuture.completedFuture("") : caller.create(name, 1024);
        return volume.thenApply(id -> {
            put(bed, fixture, recordName(kind, name, id), id, "task-999999");
            return new Repeated(
                    fixture.path("case").asText() + ", without the task",
                    kind,
                    name,
                    id,
                    request(caller, kind, name, id));
        });
    }

    private static String recordName(String kind, String name, String id) {
        return kind.equals("create") ? name : kind + "-" + id;
    }

    private static CompletableFuture<String> request(PersistentCaller caller, String kind, String name, String id) {
        return switch (kind) {
            case "create" -> caller.create(name, 1024);
            case "delete" -> caller.delete(id);
            default -> caller.expand(id, 2048);
        };
    }

    private static void put(DriverBed bed, JsonNode fixture, String record, String id, String task) {
        Instant now = InstantSource.system().instant().truncatedTo(ChronoUnit.SECONDS);
        String status = fixture.at("/object/status")
                .toString()
                .replace("vol-1", id)
                .replace("task-1", task)
                .replace(
                        "2026-01-02T03:04:05Z", now.minus(Duration.ofMinutes(6)).toString())
                .replace(
                        "2026-01-02T03:09:05Z",
                        now.minus(Duration.ofMinutes(5)).minusSeconds(30).toString());
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", "cns.vmware.com/v1alpha1").put("kind", "CnsVolumeOperationRequest");
        object.putObject("metadata").put("name", record).put("namespace", DriverBed.NAMESPACE);
        object.putObject("spec").put("name", record);
        bed.objects().create(DriverBed.RECORDS, object.toString());
        if (!status.isEmpty()) {
            bed.objects().patch(DriverBed.RECORDS + "/" + record, "{\"status\": %s}".formatted(status));
        }
    }

    private static void check(DriverBed bed, Repeated request) {
        String result = request.call().join();
        List<SimulatedVolume> named = bed.volumes().list().stream()
                .filter(volume -> volume.name().equals(request.name()))
                .toList();
        switch (request.kind()) {
            case "create" ->
                assertThat(named)
                        .as(request.text())
                        .extracting(SimulatedVolume::id)
                        .containsExactly(request.id().isEmpty() ? result : request.id());
            case "delete" -> assertThat(named).as(request.text()).isEmpty();
            default ->
                assertThat(named)
                        .as(request.text())
                        .extracting(SimulatedVolume::capacityMb)
                        .containsExactly(2048L);
        }
        assertThat(bed.operations().stream().filter(task -> isOf(task, request)))
                .as(request.text())
                .hasSize(1);
        String record = recordName(request.kind(), request.name(), request.id());
        assertThat(bed.objects().get(DriverBed.RECORDS + "/" + record).toString())
                .as(request.text())
                .doesNotContain("\"InProgress\"");
    }

    private static boolean isOf(VolumeTask task, Repeated request) {
        String method =
                switch (request.kind()) {
                    case "create" -> "CnsCreateVolume";
                    case "delete" -> "CnsDeleteVolume";
                    default -> "CnsExtendVolume";
                };
        return task.method().equals(method)
                && (task.subjects().contains(request.name())
                        || (!request.id().isEmpty() && task.subjects().contains(request.id())));
    }
}
