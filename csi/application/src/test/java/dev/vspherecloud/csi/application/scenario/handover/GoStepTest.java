package dev.vspherecloud.csi.application.scenario.handover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.csi.application.scenario.handover.HandoverWork.Operation;
import dev.vspherecloud.testkit.servers.Manifest;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The rules by which the scenarios of a handover repeat what vsphere-csi-driver (Go) does.
class GoStepTest {
    private static final HandoverWork CREATE = HandoverWork.create("pvc-1");

    private static Optional<JsonNode> status(String yaml) {
        return Optional.of(Manifest.parse("kind: Record\nstatus: " + yaml)
                .getFirst()
                .json()
                .path("status"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{taskId: task-1, taskStatus: InProgress} | Await[task=task-1]",
                "{taskId: '', taskStatus: InProgress} | Send[]",
                "{taskId: task-1, taskStatus: Error} | Send[]",
                "{taskId: task-1, taskStatus: PartiallyFailed} | Send[]",
                "{taskId: task-1, taskStatus: TrackingAborted} | Send[]",
                "{taskId: task-1, taskStatus: In Progress} | Send[]",
                "{taskId: task-1, taskStatus: Success} | Return[id=vol-1]",
            })
    void theLastAttemptDecides(String attempt, String step) {
        Optional<JsonNode> status =
                status("{volumeID: vol-1, latestOperationDetails: [{taskId: task-0, taskStatus: Error}, %s]}"
                        .formatted(attempt));

        assertThat(GoStep.of(CREATE, status, false)).hasToString(step);
        assertThat(GoStep.of(CREATE, status, true))
                .as("from 9.1 on, it does not look")
                .isEqualTo(new GoStep.Send());
    }

    @Test
    void withoutARecordItCallsCns() {
        assertThat(GoStep.of(CREATE, Optional.empty(), false)).isEqualTo(new GoStep.Send());
    }

    @Test
    void aDeleteWaitsForItsTaskOnEveryVersion() {
        var status = status("{latestOperationDetails: [{taskId: task-1, taskStatus: InProgress}]}");

        assertThat(GoStep.of(HandoverWork.of(Operation.DELETE, "vol-1"), status, true))
                .isEqualTo(new GoStep.Await("task-1"));
    }

    @ParameterizedTest
    @CsvSource({"2048, Return[id=vol-1]", "1024, Send[]"})
    void anExpansionIsDoneIfItIsLargeEnough(long capacity, String step) {
        var status = status(
                "{capacity: %d, latestOperationDetails: [{taskId: task-1, taskStatus: Success}]}".formatted(capacity));

        assertThat(GoStep.of(HandoverWork.of(Operation.EXPAND, "vol-1"), status, false))
                .hasToString(step);
    }

    @Test
    void anIntentWithoutATaskIsOverwritten() {
        var before = status("{latestOperationDetails: [{taskId: '', taskStatus: InProgress}]}");

        JsonNode after = GoStep.stored(before, new GoStep.Attempt("task-2", "Success", "now"), "vol-2", "", false);

        assertThat(after.path("latestOperationDetails").findValuesAsText("taskId"))
                .containsExactly("task-2");
        assertThat(after.path("volumeID").asText()).isEqualTo("vol-2");
    }

    @Test
    void from91OnTheEarlierAttemptIsMarked() {
        var before = status("{latestOperationDetails: [{taskId: task-1, taskStatus: InProgress}]}");

        JsonNode after = GoStep.stored(before, new GoStep.Attempt("", "InProgress", "now"), "", "", true);

        assertThat(after.path("latestOperationDetails").findValuesAsText("taskStatus"))
                .containsExactly("TrackingAborted", "InProgress");
    }
}
