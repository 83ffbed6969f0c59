package dev.vspherecloud.csi.cns;

import dev.vspherecloud.http.PrintableText;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.ObjectContent;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// Reads a CNS task from the properties of its `Task` object.
public final class CnsTaskParser {
    private static final String BATCH_RESULT = "CnsVolumeOperationBatchResult";
    private static final String SNAPSHOTS = "CnsSnapshotQueryResult";
    private static final String STATE = "info.state";
    private static final String RESULT = "info.result";
    private static final String ERROR = "info.error";
    private static final String GONE = "ManagedObjectNotFound";
    private static final String PROGRESS = "info.progress";
    private static final int MAX_TYPE_LENGTH = 80;
    private static final int MAX_PERCENT = 100;

    private CnsTaskParser() {}

    /// When a task was queued, started and completed, by the clock of vCenter; each empty if vCenter does not
    /// report it, or not yet.
    public record Times(Optional<Instant> queued, Optional<Instant> started, Optional<Instant> completed) {}

    /// Returns the property paths that [#state] needs. The progress is not among them, because it would cause an
    /// update for each percent.
    static String[] statePaths() {
        return new String[] {STATE, RESULT, ERROR, "info.queueTime", "info.startTime", "info.completeTime"};
    }

    /// Reads the state of a task once, by a call of its own. A query has mostly ended by then, so that it need not be
    /// watched.
    ///
    /// @return empty if vCenter does not know the task
    /// @throws dev.vspherecloud.vsphere.client.VcenterException if vCenter cannot be asked
    public static Optional<CnsTaskState> read(VcenterSession session, MoRef task) {
        return session
                .retrieve(RetrieveQuery.ofObjects(task.type(), List.of(STATE, RESULT, ERROR), List.of(task)))
                .stream()
                .findFirst()
                .map(found -> state(found.values()));
    }

    /// Reads the states of tasks once, by one call.
    ///
    /// @return those that vCenter knows; one whose state it does not show is [CnsTaskState.Unreadable]
    /// @throws dev.vspherecloud.vsphere.client.VcenterException if vCenter cannot be asked
    public static Map<MoRef, CnsTaskState> read(VcenterSession session, Collection<MoRef> tasks) {
        RetrieveQuery query = RetrieveQuery.ofObjects("Task", List.of(STATE, RESULT, ERROR), tasks)
                .toleratingMissing();
        return session.retrieve(query).stream()
                .filter(found -> found.values().containsKey(STATE)
                        || !found.missing().getOrDefault(STATE, GONE).equals(GONE))
                .collect(Collectors.toMap(ObjectContent::object, found -> state(found.values()), (one, _) -> one));
    }

    /// Returns the state of a task.
    ///
    /// @param values by path, as in `info.state`; paths that are not set are missing or unset
    public static CnsTaskState state(Map<String, PropertyValue> values) {
        String state = value(values, STATE).text().orElse("");
        return switch (state) {
            case "queued" -> new CnsTaskState.Queued();
            case "running" -> new CnsTaskState.Running(progress(value(values, PROGRESS)));
            case "success" -> succeeded(value(values, RESULT));
            case "error" -> failed(value(values, ERROR));
            default ->
                new CnsTaskState.Unreadable("found the task state \"%s\", expected queued, running, success or error"
                        .formatted(PrintableText.of(state, MAX_TYPE_LENGTH)));
        };
    }

    /// Returns the times of a task.
    public static Times times(Map<String, PropertyValue> values) {
        return new Times(
                time(value(values, "info.queueTime")),
                time(value(values, "info.startTime")),
                time(value(values, "info.completeTime")));
    }

    private static CnsTaskState succeeded(PropertyValue result) {
        // A batch without results has no fields, so it is read as an empty text.
        if (result.equals(new PropertyValue.Text(BATCH_RESULT, ""))) {
            return new CnsTaskState.Succeeded(List.of());
        }
        // A query that finds nothing has no fields, or only a cursor.
        if (result.equals(new PropertyValue.Text(SNAPSHOTS, ""))
                || (result instanceof PropertyValue.Struct(String type, var _) && type.equals(SNAPSHOTS))) {
            return new CnsTaskState.Snapshots(CnsSnapshotPage.read(result));
        }
        if (!(result instanceof PropertyValue.Struct(String type, var _)) || !type.equals(BATCH_RESULT)) {
            return new CnsTaskState.Unreadable(
                    "found %s as the result of a successful task, expected a %s".formatted(kind(result), BATCH_RESULT));
        }
        return new CnsTaskState.Succeeded(result.field("volumeResults").items().stream()
                .map(CnsTaskParser::volumeResult)
                .toList());
    }

    private static CnsTaskState failed(PropertyValue error) {
        return new CnsTaskState.Failed(CnsFaultReader.read(error));
    }

    private static CnsVolumeResult volumeResult(PropertyValue result) {
        Optional<CnsVolumeId> volume = CnsVolumeId.read(result, "volumeId");
        PropertyValue fault = result.field("fault");
        if (!(fault instanceof PropertyValue.Unset)) {
            return new CnsVolumeResult.Failed(volume, CnsFaultReader.read(fault), placementFaults(result));
        }
        return volume.<CnsVolumeResult>map(id -> new CnsVolumeResult.Done(
                        id,
                        result.field("placementResults").items().stream()
                                .flatMap(placement -> placement.field("datastore").ref().stream())
                                .toList(),
                        FirstClassDisk.read(result.field("volumeInfo").field("vStorageObject")),
                        CnsSnapshot.read(result.field("snapshot")),
                        result.field("diskUUID").text().map(PrintableText::of)))
                .orElseGet(() -> new CnsVolumeResult.Unreadable(
                        "found a result (%s) without a fault and without a valid volume id".formatted(kind(result))));
    }

    private static List<CnsFault> placementFaults(PropertyValue result) {
        return result.field("placementResults").items().stream()
                .flatMap(placement -> placement.field("placementFaults").items().stream())
                .map(CnsFaultReader::read)
                .toList();
    }

    private static String kind(PropertyValue value) {
        return switch (value) {
            case PropertyValue.Struct(String type, var _) -> "a " + PrintableText.of(type, MAX_TYPE_LENGTH);
            case PropertyValue.Text(String type, var _) -> "a text of type " + PrintableText.of(type, MAX_TYPE_LENGTH);
            case PropertyValue.Ref _ -> "a reference";
            case PropertyValue.Items _ -> "an array";
            case PropertyValue.Unset _ -> "nothing";
        };
    }

    private static OptionalInt progress(PropertyValue value) {
        OptionalLong percent = value.number();
        return percent.isPresent() && percent.getAsLong() >= 0 && percent.getAsLong() <= MAX_PERCENT
                ? OptionalInt.of((int) percent.getAsLong())
                : OptionalInt.empty();
    }

    private static Optional<Instant> time(PropertyValue value) {
        try {
            return value.text().map(OffsetDateTime::parse).map(OffsetDateTime::toInstant);
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    private static PropertyValue value(Map<String, PropertyValue> values, String path) {
        return values.getOrDefault(path, new PropertyValue.Unset());
    }
}
