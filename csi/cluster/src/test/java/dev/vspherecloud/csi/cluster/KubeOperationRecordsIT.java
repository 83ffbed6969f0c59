package dev.vspherecloud.csi.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.RecordDefinitionResult;
import dev.vspherecloud.csi.domain.OperationAttempt;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationStatus;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.WriteResult;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the store on a real kube-apiserver, which validates and prunes by the definition.
class KubeOperationRecordsIT {
    private static final Duration BUDGET = Duration.ofSeconds(10);
    private static final String NAMESPACE = "kube-system";

    private static KubeApiServer server;
    private static KubeConnection connection;
    private static ApiServer api;
    private static KubeOperationRecords records;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        server = KubeApiServer.start();
        Path file = Files.writeString(
                folder.resolve("kubeconfig"), server.kubeconfig().text());
        connection = KubeConnection.open("test", file.toString(), "");
        api = connection.server();
        records = new KubeOperationRecords(api, System::nanoTime, NAMESPACE);

        assertThat(records.read("pvc-0", BUDGET)).isInstanceOf(RecordState.Unanswered.class);
        assertThat(records.ensureDefinition(BUDGET)).isInstanceOf(RecordDefinitionResult.Created.class);
        await().atMost(Duration.ofMinutes(2)).until(() -> records.read("pvc-0", BUDGET) instanceof RecordState.Absent);
    }

    @AfterAll
    static void stop() {
        connection.close();
        server.close();
    }

    @Test
    void anExistingDefinitionIsNotChanged() {
        String path =
                "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cnsvolumeoperationrequests.cns.vmware.com";
        api.expect(ApiCall.mergePatch(path, "{\"metadata\":{\"labels\":{\"by\":\"another\"}}}"));
        String version = resourceVersion(api.expect(ApiCall.get(path)).json());

        assertThat(records.ensureDefinition(BUDGET)).isInstanceOf(RecordDefinitionResult.Existed.class);
        assertThat(resourceVersion(api.expect(ApiCall.get(path)).json())).isEqualTo(version);
    }

    @Test
    void aRecordIsCreatedOnceAndChangedByVersion() {
        OperationRecord intent = record("pvc-1", OperationStatus.Known.IN_PROGRESS, "");
        String first = version(records.create(intent, BUDGET));

        assertThat(records.create(intent, BUDGET)).isInstanceOf(WriteResult.Conflict.class);
        assertThat(records.read("pvc-1", BUDGET)).isEqualTo(new RecordState.Present(intent, first));

        OperationRecord running = record("pvc-1", OperationStatus.Known.IN_PROGRESS, "task-1");
        String second = version(records.update(running, first, BUDGET));
        assertThat(records.update(intent, first, BUDGET)).isInstanceOf(WriteResult.Conflict.class);
        assertThat(records.read("pvc-1", BUDGET)).isEqualTo(new RecordState.Present(running, second));

        assertThat(records.delete("pvc-1", first, BUDGET)).isInstanceOf(WriteResult.Conflict.class);
        assertThat(records.delete("pvc-1", second, BUDGET)).isInstanceOf(WriteResult.Written.class);
        assertThat(records.read("pvc-1", BUDGET)).isInstanceOf(RecordState.Absent.class);
        assertThat(records.update(running, second, BUDGET)).isInstanceOf(WriteResult.Conflict.class);
    }

    @Test
    void fieldsOfOthersStay() {
        version(records.create(record("pvc-2", OperationStatus.Known.IN_PROGRESS, ""), BUDGET));
        String path = "/apis/cns.vmware.com/v1alpha1/namespaces/kube-system/cnsvolumeoperationrequests/pvc-2";
        Json labelled = api.expect(
                        ApiCall.mergePatch(
                                path,
                                "{\"metadata\":{\"labels\":{\"by\":\"another\"}},\"status\":{\"quotaDetails\":{\"namespace\":\"a\"}}}"))
                .json();

        records.update(record("pvc-2", OperationStatus.Known.SUCCESS, "task-1"), resourceVersion(labelled), BUDGET);

        Json after = api.expect(ApiCall.get(path)).json();
        assertThat(after.find("metadata", "labels", "by").asText()).isEqualTo("another");
        assertThat(after.find("status", "quotaDetails", "namespace").asText()).isEqualTo("a");
        assertThat(after.find("status", "latestOperationDetails").items()).hasSize(1);
    }

    @Test
    void aNameThatTheServerRefusesIsNoConflict() {
        assertThat(records.create(record("Not_A_Name", OperationStatus.Known.IN_PROGRESS, ""), BUDGET))
                .isInstanceOfSatisfying(WriteResult.Refused.class, refused -> assertThat(refused.problem())
                        .contains("Not_A_Name"));
    }

    @Test
    void allRecordsAreListed() {
        for (int i = 0; i < 3; i++) {
            version(records.create(record("list-" + i, OperationStatus.Known.IN_PROGRESS, ""), BUDGET));
        }

        assertThat(records.list(BUDGET).map(Map::keySet))
                .isInstanceOfSatisfying(ListResult.Complete.class, all -> assertThat(all.value())
                        .asInstanceOf(InstanceOfAssertFactories.collection(String.class))
                        .contains("list-0", "list-1", "list-2"));
    }

    @Test
    void aMissingNamespaceIsNamed() {
        var elsewhere = new KubeOperationRecords(api, System::nanoTime, "nowhere");

        assertThat(elsewhere.create(record("pvc-3", OperationStatus.Known.IN_PROGRESS, ""), BUDGET))
                .isInstanceOfSatisfying(WriteResult.Refused.class, refused -> assertThat(refused.problem())
                        .contains("namespaces \"nowhere\" not found"));
    }

    private static String version(WriteResult result) {
        assertThat(result).isInstanceOf(WriteResult.Written.class);
        return ((WriteResult.Written) result).version();
    }

    private static String resourceVersion(Json object) {
        return object.find("metadata", "resourceVersion").asText();
    }

    private static OperationRecord record(String name, OperationStatus status, String task) {
        var attempt = new OperationAttempt(Instant.parse("2026-01-02T03:04:05Z"), task, "", "op-1", status, "");
        return new OperationRecord(name, "", "", 0, 0, Optional.of(attempt), List.of(attempt));
    }
}
