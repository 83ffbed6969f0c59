package dev.vspherecloud.csi.cluster;

import dev.vspherecloud.csi.domain.OperationAttempt;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationStatus;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.MalformedJsonException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;

/// The JSON of records.
///
/// Rule from: csi 3.0.1, csi-production 1.
final class OperationRecordJson {
    static final String API_VERSION = "cns.vmware.com/v1alpha1";
    static final String KIND = "CnsVolumeOperationRequest";

    private OperationRecordJson() {}

    /// Reads a record. Anything that does not have the form of a record is [RecordState.Unreadable].
    static RecordState read(Json object) {
        String version = object.find("metadata", "resourceVersion").asText();
        try {
            return new RecordState.Present(record(object), version);
        } catch (MalformedJsonException e) {
            return new RecordState.Unreadable(version, unreadable(object, String.valueOf(e.getMessage())));
        } catch (DateTimeParseException e) {
            return new RecordState.Unreadable(
                    version,
                    unreadable(
                            object,
                            "status: found the time \"%s\", expected the form 2026-01-02T03:04:05Z"
                                    .formatted(e.getParsedString())));
        }
    }

    private static String unreadable(Json object, String problem) {
        return "record %s cannot be read: %s"
                .formatted(object.find("metadata", "name").asText(), problem);
    }

    private static OperationRecord record(Json object) {
        return new OperationRecord(
                object.text("metadata", "name"),
                object.text("status", "volumeID"),
                object.text("status", "snapshotID"),
                number(object, "capacity"),
                number(object, "errorCount"),
                object.has("status", "firstOperationDetails")
                        ? Optional.of(attempt(object.objectAt("status", "firstOperationDetails")))
                        : Optional.empty(),
                object.list(OperationRecordJson::attempt, "status", "latestOperationDetails"));
    }

    private static long number(Json object, String name) {
        return switch (object.find("status", name)) {
            case Json.Numeral number when number.digits().matches("-?\\d{1,18}") -> number.asLong();
            case Json.Missing _ -> 0;
            case Json.Numeral _, Json.Text _, Json.Flag _, Json.Members _, Json.Items _ ->
                throw new MalformedJsonException("status." + name + ": whole number expected");
        };
    }

    private static OperationAttempt attempt(Json details) {
        return new OperationAttempt(
                Instant.parse(details.text("taskInvocationTimestamp")),
                details.text("taskId"),
                details.text("vCenterServer"),
                details.text("opId"),
                OperationStatus.of(details.text("taskStatus")),
                details.text("error"));
    }

    /// Returns a new object.
    static Json.Members created(OperationRecord record, String namespace) {
        return Json.object()
                .with("apiVersion", API_VERSION)
                .with("kind", KIND)
                .with("metadata", Json.object().with("name", record.name()).with("namespace", namespace))
                .with("spec", Json.object().with("name", record.name()))
                .with("status", status(record));
    }

    /// Returns a merge patch, which leaves all fields as they are that this driver does not write.
    static Json.Members changed(OperationRecord record, String version) {
        Json.Members status = status(record);
        for (String name : List.of("volumeID", "snapshotID", "capacity", "errorCount")) {
            status = status.has(name) ? status : status.with(name, Json.nothing());
        }
        return Json.object()
                .with("metadata", Json.object().with("resourceVersion", version))
                .with("status", status);
    }

    private static Json.Members status(OperationRecord record) {
        Json.Members status = Json.object();
        status = withText(status, "volumeID", record.volumeId());
        status = withText(status, "snapshotID", record.snapshotId());
        status = record.capacityMb() == 0 ? status : status.with("capacity", record.capacityMb());
        status = record.errorCount() == 0 ? status : status.with("errorCount", record.errorCount());
        Optional<OperationAttempt> first = record.first();
        status = first.isEmpty() ? status : status.with("firstOperationDetails", json(first.get()));
        return status.with("latestOperationDetails", Json.items(record.attempts(), OperationRecordJson::json));
    }

    /// Go requires the first two members, and writes the others only if they are not empty.
    private static Json json(OperationAttempt attempt) {
        Json.Members details = Json.object()
                .with("taskInvocationTimestamp", DateTimeFormatter.ISO_INSTANT.format(attempt.invoked()))
                .with("taskId", attempt.taskId());
        details = withText(details, "vCenterServer", attempt.vcenter());
        details = withText(details, "opId", attempt.opId());
        details = withText(details, "taskStatus", attempt.status().text());
        return withText(details, "error", attempt.error());
    }

    private static Json.Members withText(Json.Members object, String name, String text) {
        return text.isEmpty() ? object : object.with(name, text);
    }
}
