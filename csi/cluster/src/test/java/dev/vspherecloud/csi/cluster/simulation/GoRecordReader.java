package dev.vspherecloud.csi.cluster.simulation;

import dev.vspherecloud.json.Json;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Reads the JSON of a record as vsphere-csi-driver (Go) does, and says what it would do next.
///
/// Written from csi 3.0.1 and csi-production 1. An empty list makes its Get fail, and only the newest attempt counts.
/// It waits for `InProgress` with a task. Every other status except `Success` starts the operation again. Fields
/// outside of the schema are pruned.
public final class GoRecordReader {
    private static final Set<String> STATUS = Set.of(
            "volumeID",
            "snapshotID",
            "capacity",
            "errorCount",
            "quotaDetails",
            "firstOperationDetails",
            "latestOperationDetails");
    private static final Set<String> ATTEMPT =
            Set.of("taskInvocationTimestamp", "taskId", "vCenterServer", "opId", "taskStatus", "error");
    private static final Set<String> TEXTS =
            Set.of("InProgress", "Success", "Error", "PartiallyFailed", "TrackingAborted");

    private GoRecordReader() {}

    /// What Go does when it finds a record.
    public sealed interface Next {
        record ReturnSuccess(String volumeId, long capacity) implements Next {}

        record WaitForTask(String taskId) implements Next {}

        record StartAgain() implements Next {}

        record GetFails(String why) implements Next {}
    }

    public static Next next(Json object) {
        List<Json> latest = object.find("status", "latestOperationDetails").items();
        if (latest.isEmpty()) {
            return new Next.GetFails("the list of operations is empty");
        }
        Json newest = latest.getLast();
        String task = newest.find("taskId").asText();
        return switch (newest.find("taskStatus").asText()) {
            case "Success" ->
                new Next.ReturnSuccess(
                        object.find("status", "volumeID").asText(),
                        object.find("status", "capacity").asLong());
            case "InProgress" -> task.isEmpty() ? new Next.StartAgain() : new Next.WaitForTask(task);
            default -> new Next.StartAgain();
        };
    }

    /// Returns what is wrong with a record that this driver wrote.
    public static List<String> problems(Json object, boolean hasSeveralVcenters) {
        var wrong = new ArrayList<String>();
        String name = object.find("metadata", "name").asText();
        if (!object.find("spec", "name").asText().equals(name)) {
            wrong.add("spec.name differs from the name");
        }
        Json status = object.find("status");
        status.members().keySet().stream()
                .filter(field -> !STATUS.contains(field))
                .forEach(field -> wrong.add("status." + field + " is pruned"));
        List<Json> latest = status.find("latestOperationDetails").items();
        if (latest.isEmpty() || latest.size() > 10) {
            wrong.add(latest.size() + " operations");
        }
        latest.forEach(attempt -> checkAttempt(attempt, hasSeveralVcenters, wrong));
        checkAttempt(status.find("firstOperationDetails"), hasSeveralVcenters, wrong);
        boolean isCreate = !name.startsWith("delete-") && !name.startsWith("expand-");
        if (next(object) instanceof Next.ReturnSuccess(String volume, var _) && isCreate && volume.isEmpty()) {
            wrong.add("a success without volume");
        }
        return wrong;
    }

    private static void checkAttempt(Json attempt, boolean hasSeveralVcenters, List<String> wrong) {
        attempt.members().keySet().stream()
                .filter(field -> !ATTEMPT.contains(field))
                .forEach(field -> wrong.add(field + " of an operation is pruned"));
        if (!attempt.has("taskId") || !attempt.has("taskInvocationTimestamp")) {
            wrong.add("an operation lacks a required field");
            return;
        }
        OffsetDateTime.parse(attempt.find("taskInvocationTimestamp").asText());
        if (!TEXTS.contains(attempt.find("taskStatus").asText())) {
            wrong.add("unknown status " + attempt.find("taskStatus"));
        }
        if (attempt.has("vCenterServer") != hasSeveralVcenters) {
            wrong.add("vCenterServer is only for several vCenters");
        }
    }
}
