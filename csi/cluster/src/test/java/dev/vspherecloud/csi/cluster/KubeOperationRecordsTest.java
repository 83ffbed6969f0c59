package dev.vspherecloud.csi.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.domain.OperationAttempt;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationStatus;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.WriteResult;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests that each failure of the API server is a result.
class KubeOperationRecordsTest {
    private static final Duration BUDGET = Duration.ofSeconds(5);
    private static final String PATH = "/apis/cns.vmware.com/v1alpha1/namespaces/csi/cnsvolumeoperationrequests";

    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();
    private final KubeOperationRecords records = new KubeOperationRecords(api.server(time), time, "csi");

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"UNREACHABLE", "TIMEOUT"})
    void aWriteWithoutAnswerMayHaveHappened(Kind kind) {
        api.fails(kind).fails(kind);

        assertThat(records.create(record(), BUDGET)).isInstanceOf(WriteResult.Lost.class);
        assertThat(records.update(record(), "7", BUDGET)).isInstanceOf(WriteResult.Lost.class);
    }

    @ParameterizedTest
    @CsvSource({"403, Refused", "401, Refused", "422, Refused", "409, Conflict", "500, Lost", "201, Written"})
    void eachAnswerToAWriteIsAResult(int status, String result) {
        api.answers(status, "{\"message\":\"because\"}");

        assertThat(records.create(record(), BUDGET).getClass().getSimpleName()).isEqualTo(result);
    }

    @Test
    void aRecordIsAbsentOnlyIfTheServerNamesIt() {
        api.answers(404, "{\"details\":{\"name\":\"pvc-1\"}}")
                .answers(404, "404 page not found")
                .answers(404, "no such site");

        assertThat(records.read("pvc-1", BUDGET)).isInstanceOf(RecordState.Absent.class);
        assertThat(records.read("pvc-1", BUDGET))
                .isInstanceOfSatisfying(RecordState.Unanswered.class, unanswered -> assertThat(unanswered.problem())
                        .contains("the definition cnsvolumeoperationrequests.cns.vmware.com is missing"));
        assertThat(records.read("pvc-1", BUDGET))
                .isInstanceOfSatisfying(RecordState.Unanswered.class, unanswered -> assertThat(unanswered.problem())
                        .doesNotContain("the definition"));
    }

    @Test
    void aReadWithoutAnswerProvesNothing() {
        api.fails(Kind.TIMEOUT).answers(500, "{}").answers(200, "<html>");

        for (int i = 0; i < 3; i++) {
            assertThat(records.read("pvc-1", BUDGET)).isInstanceOf(RecordState.Unanswered.class);
        }
    }

    @Test
    void aChangeNamesTheVersionAndClearsWhatIsEmpty() {
        api.answers(200, "{\"metadata\":{\"resourceVersion\":\"8\"}}");

        assertThat(records.update(record(), "7", BUDGET)).isEqualTo(new WriteResult.Written("8"));
        assertThat(api.callLines()).containsExactly("PATCH " + PATH + "/pvc-1");
        assertThat(api.calls().getFirst().body())
                .contains("\"metadata\":{\"resourceVersion\":\"7\"}", "\"volumeID\":null", "\"taskId\":\"\"")
                .doesNotContain("vCenterServer");
    }

    /// The role of vsphere-csi-driver (Go) is such a role.
    @Test
    void withoutTheRightToPatchTheRecordIsReadAndWritten() {
        api.answers(403, "{}")
                .answers(
                        200,
                        "{\"metadata\":{\"name\":\"pvc-1\",\"resourceVersion\":\"9\",\"labels\":{\"by\":\"another\"}},"
                                + "\"status\":{\"volumeID\":\"old\",\"quota\":{\"reserved\":1}}}")
                .answers(409, "{}");

        assertThat(records.update(record(), "7", BUDGET)).isEqualTo(new WriteResult.Conflict());

        assertThat(api.callLines())
                .containsExactly("PATCH " + PATH + "/pvc-1", "GET " + PATH + "/pvc-1", "PUT " + PATH + "/pvc-1");
        assertThat(api.calls().getLast().body())
                .contains("\"name\":\"pvc-1\"", "\"resourceVersion\":\"7\"", "\"by\":\"another\"")
                .contains("\"quota\":{\"reserved\":1}", "\"taskId\":\"\"")
                .doesNotContain("volumeID");
    }

    /// Otherwise, each operation with this role has two refusals in the audit log.
    @Test
    void theRefusalOfPatchIsRememberedForSomeMinutes() {
        for (int i = 0; i < 2; i++) {
            api.answers(403, "{}").answers(200, "{}").answers(200, "{}");
            api.answers(200, "{}").answers(200, "{}");
        }

        for (int i = 0; i < 4; i++) {
            assertThat(records.update(record(), "7", BUDGET)).isInstanceOf(WriteResult.Written.class);
            time.pass(Duration.ofMinutes(i == 1 ? 5 : 1));
        }

        List<String> first = List.of("PATCH", "GET", "PUT", "GET", "PUT");
        assertThat(api.calls().stream().map(ApiCall::method).toList())
                .isEqualTo(Stream.of(first, first).flatMap(List::stream).toList());
    }

    /// The role may have changed to one that allows only `patch`.
    @Test
    void aRefusedUpdateForgetsTheRefusalOfPatch() {
        api.answers(403, "{}").answers(200, "{}").answers(200, "{}");
        api.answers(200, "{}").answers(403, "{}");
        api.answers(200, "{}");

        assertThat(records.update(record(), "7", BUDGET)).isInstanceOf(WriteResult.Written.class);
        assertThat(records.update(record(), "7", BUDGET)).isInstanceOf(WriteResult.Refused.class);
        assertThat(records.update(record(), "7", BUDGET)).isInstanceOf(WriteResult.Written.class);

        assertThat(api.calls().getLast().method()).isEqualTo("PATCH");
    }

    @Test
    void aRecordThatMayNotBeChangedIsRefused() {
        api.answers(403, "{}").answers(403, "{}");
        api.answers(403, "{}")
                .answers(200, "{\"metadata\":{\"resourceVersion\":\"7\"}}")
                .answers(403, "{}");

        assertThat(records.update(record(), "7", BUDGET)).isInstanceOf(WriteResult.Refused.class);
        assertThat(records.update(record(), "7", BUDGET)).isInstanceOf(WriteResult.Refused.class);
    }

    @Test
    void aDeleteNamesTheVersion() {
        api.answers(200, "{}")
                .answers(404, "{\"details\":{\"name\":\"pvc-1\"}}")
                .answers(409, "{}");

        assertThat(records.delete("pvc-1", "7", BUDGET)).isInstanceOf(WriteResult.Written.class);
        assertThat(records.delete("pvc-1", "7", BUDGET)).isInstanceOf(WriteResult.Written.class);
        assertThat(records.delete("pvc-1", "7", BUDGET)).isInstanceOf(WriteResult.Conflict.class);
        assertThat(api.calls().getFirst().body()).contains("\"preconditions\":{\"resourceVersion\":\"7\"}");
    }

    @Test
    void aListHasAlsoTheRecordsThatCannotBeRead() {
        api.answers(
                200,
                "{\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[{\"metadata\":{\"name\":\"pvc-1\",\"resourceVersion\":\"7\"}},"
                        + "{\"metadata\":{\"name\":\"pvc-2\",\"resourceVersion\":\"8\"},\"status\":{\"latestOperationDetails\":\"none\"}}]}");

        assertThat(records.list(BUDGET)).isInstanceOfSatisfying(ListResult.Complete.class, all -> assertThat(
                        all.value())
                .asInstanceOf(InstanceOfAssertFactories.map(String.class, RecordState.class))
                .hasEntrySatisfying("pvc-1", state -> assertThat(state).isInstanceOf(RecordState.Present.class))
                .hasEntrySatisfying("pvc-2", state -> assertThat(state).isInstanceOf(RecordState.Unreadable.class)));
    }

    @Test
    void aListWithoutVersionProvesNothing() {
        api.answers(200, "{}").answers(403, "{}");

        assertThat(records.list(BUDGET)).isInstanceOf(ListResult.Failed.class);
        assertThat(records.list(BUDGET)).isInstanceOf(ListResult.Failed.class);
    }

    @Test
    void theDefinitionHasNoStatusSubresource() {
        assertThat(KubeOperationRecords.definition()).contains("\"v1alpha1\"").doesNotContain("subresources");
    }

    private static OperationRecord record() {
        var attempt = new OperationAttempt(
                Instant.parse("2026-01-02T03:04:05Z"), "", "", "op-1", OperationStatus.Known.IN_PROGRESS, "");
        return new OperationRecord("pvc-1", "", "", 0, 0, Optional.of(attempt), List.of(attempt));
    }
}
