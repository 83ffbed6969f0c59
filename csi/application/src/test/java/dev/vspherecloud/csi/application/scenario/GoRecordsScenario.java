package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
    private static final String RECORDS =
            "/apis/cns.vmware.com/v1alpha1/namespaces/%s/cnsvolumeoperationrequests".formatted(DriverBed.NAMESPACE);
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
        try (var bed = new DriverBed(KubeApiServer.shared(), folder)) {
            bed.addVcenter("go");
            DriverBed.Driver driver = bed.start().awaitReady();
            var caller = new PersistentCaller(() -> List.of(bed.socket()));
            var repeated = new ArrayList<Repeated>();

            for (JsonNode fixture : fixtures()) {
                repeated.add(afterTheTask(bed, caller, fixture));
            }
            for (JsonNode fixture : fixtures()) {
                if (!fixture.toString().contains("\"Success\"")) {
                    repeated.add(withoutTheTask(bed, caller, fixture));
                }
            }

            assertThat(repeated).hasSizeGreaterThan(20);
            repeated.forEach(each -> check(bed, each));
            assertThat(driver.program().terminate()).isZero();
        }
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
    private static Repeated afterTheTask(DriverBed bed, PersistentCaller caller, JsonNode fixture) {
        String kind = fixture.path("request").asText();
        String name = "pvc-" + UUID.randomUUID();
        String id = caller.create(name, 1024).join();
        if (!kind.equals("create")) {
            String _ = request(caller, kind, name, id).join();
        }
        String record = recordName(kind, name, id);
        String task = bed.objects()
                .get(RECORDS + "/" + record)
                .at("/status/latestOperationDetails/0/taskId")
                .asText();
        bed.objects().delete(RECORDS + "/" + record);
        put(bed, fixture, record, id, task);
        return new Repeated(
                fixture.path("case").asText() + ", after the task", kind, name, id, request(caller, kind, name, id));
    }

    /// Go lost the request: vCenter does not know the task.
    private static Repeated withoutTheTask(DriverBed bed, PersistentCaller caller, JsonNode fixture) {
        String kind = fixture.path("request").asText();
        String name = "pvc-" + UUID.randomUUID();
        String id = kind.equals("create") ? "" : caller.create(name, 1024).join();
        put(bed, fixture, recordName(kind, name, id), id, "task-999999");
        return new Repeated(
                fixture.path("case").asText() + ", without the task", kind, name, id, request(caller, kind, name, id));
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
        bed.objects().create(RECORDS, object.toString());
        if (!status.isEmpty()) {
            bed.objects().patch(RECORDS + "/" + record, "{\"status\": %s}".formatted(status));
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
        assertThat(bed.volumes().tasks().stream().filter(task -> isOf(task, request)))
                .as(request.text())
                .hasSize(1);
        String record = recordName(request.kind(), request.name(), request.id());
        assertThat(bed.objects().get(RECORDS + "/" + record).toString())
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
