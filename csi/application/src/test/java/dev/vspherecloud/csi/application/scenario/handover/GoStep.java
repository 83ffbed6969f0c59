package dev.vspherecloud.csi.application.scenario.handover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What vsphere-csi-driver (Go) does first when a request is repeated. Pure.
///
/// Rule from: csi 3.0.1; handover 2 and 3; Go `createVolumeWithImprovedIdempotency`, `createVolumeWithTransaction`,
/// `createSnapshotWithTransaction`, `IsTaskPending`, `StoreRequestDetails`.
sealed interface GoStep {
    /// It returns what the record names, and asks CNS nothing.
    ///
    /// @param id of the volume or snapshot
    record Return(String id) implements GoStep {}

    /// It waits for a task that the record names.
    record Await(String task) implements GoStep {}

    /// It calls CNS.
    record Send() implements GoStep {}

    /// Returns the step.
    ///
    /// @param status      of the record; empty if there is none
    /// @param choosesIds true from vCenter 9.1 on: it then reads no record before it creates something, because a
    ///     second volume with the id that it chooses cannot exist
    static GoStep of(HandoverWork work, Optional<JsonNode> status, boolean choosesIds) {
        if (choosesIds && work.operation().makesSomething()) {
            return new Send();
        }
        JsonNode newest = status.map(found ->
                        found.path("latestOperationDetails").valueStream().toList())
                .filter(attempts -> !attempts.isEmpty())
                .map(List::getLast)
                .orElse(JsonNodeFactory.instance.missingNode());
        String result = newest.path("taskStatus").asText();
        String task = newest.path("taskId").asText();
        if (result.equals("InProgress") && !task.isEmpty()) {
            return new Await(task);
        }
        return result.equals("Success")
                ? status.flatMap(found -> recorded(work, found))
                        .<GoStep>map(Return::new)
                        .orElseGet(Send::new)
                : new Send();
    }

    private static Optional<String> recorded(HandoverWork work, JsonNode status) {
        return switch (work.operation()) {
            case CREATE -> Optional.of(status.path("volumeID").asText()).filter(id -> !id.isEmpty());
            case SNAPSHOT -> Optional.of(status.path("snapshotID").asText()).filter(id -> !id.isEmpty());
            case EXPAND ->
                status.path("capacity").asLong() >= work.capacityMb() ? Optional.of(work.volume()) : Optional.empty();
            case DELETE, DELETE_SNAPSHOT, ATTACH, DETACH -> Optional.of(work.volume());
        };
    }

    /// An attempt as it writes it into a record.
    ///
    /// @param result as in `InProgress`
    /// @param time   as in `2026-01-02T03:04:05Z`
    record Attempt(String task, String result, String time) {
        private ObjectNode json() {
            return JsonNodeFactory.instance
                    .objectNode()
                    .put("taskInvocationTimestamp", time)
                    .put("taskId", task)
                    .put("taskStatus", result);
        }
    }

    /// Returns the status of the record after it has written an attempt. An attempt without a task is overwritten, so a
    /// record does not show any more that an answer was lost.
    ///
    /// @param before the status; empty for a new record
    static ObjectNode stored(
            Optional<JsonNode> before, Attempt attempt, String volume, String snapshot, boolean choosesIds) {
        List<JsonNode> attempts = before.map(status -> new ArrayList<>(
                        status.path("latestOperationDetails").valueStream().toList()))
                .orElseGet(ArrayList::new);
        boolean isRetry = choosesIds
                && attempt.result().equals("InProgress")
                && attempt.task().isEmpty();
        if (isRetry) {
            attempts.replaceAll(each ->
                    isRunning(each) ? ((ObjectNode) each.deepCopy()).put("taskStatus", "TrackingAborted") : each);
        }
        int same = lastIndex(attempts, attempt.task());
        if (same < 0) {
            attempts.add(attempt.json());
        } else {
            attempts.set(same, attempt.json());
        }
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        if (!volume.isEmpty()) {
            status.put("volumeID", volume);
        }
        if (!snapshot.isEmpty()) {
            status.put("snapshotID", snapshot);
        }
        status.set("firstOperationDetails", attempts.getFirst());
        ArrayNode latest = status.putArray("latestOperationDetails");
        attempts.forEach(latest::add);
        return status;
    }

    private static int lastIndex(List<JsonNode> attempts, String task) {
        for (int i = attempts.size() - 1; i >= 0; i--) {
            String other = attempts.get(i).path("taskId").asText();
            if (isRunning(attempts.get(i)) && (other.isEmpty() || other.equals(task))) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isRunning(JsonNode attempt) {
        return attempt.path("taskStatus").asText().equals("InProgress");
    }
}
