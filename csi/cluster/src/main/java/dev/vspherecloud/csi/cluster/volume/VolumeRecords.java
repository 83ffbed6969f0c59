package dev.vspherecloud.csi.cluster.volume;

import dev.vspherecloud.csi.cluster.call.CallResult;
import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.ObjectCalls;
import dev.vspherecloud.csi.cluster.call.ObjectName;
import dev.vspherecloud.csi.cluster.call.RecordDefinitionResult;
import dev.vspherecloud.csi.cluster.call.RemovalResult;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The records of one kind, each of which is named after a volume and says one thing about it.
///
/// Threads: may be used from anywhere.
final class VolumeRecords {
    private static final String GROUP = "cns.vmware.com";
    private static final String API_VERSION = GROUP + "/v1alpha1";

    private final ApiServer server;
    private final LongSupplier nanoTime;
    private final Kind kind;
    private final ObjectReader<Row> reader;
    private final String namespace;

    /// Creates the adapter.
    ///
    /// @param namespace empty if the records have none
    VolumeRecords(ApiServer server, LongSupplier nanoTime, Kind kind, ObjectReader<Row> reader, String namespace) {
        this.server = server;
        this.nanoTime = nanoTime;
        this.kind = kind;
        this.reader = reader;
        this.namespace = namespace;
    }

    /// A kind of records.
    ///
    /// @param valueField the field of what a record says
    /// @param valueText  the same in words
    record Kind(String name, String plural, String idField, String valueField, String valueText) {
        String definitionName() {
            return plural + "." + GROUP;
        }

        /// Returns the definition of the records, as JSON.
        String definition() {
            String file = plural + ".json";
            try (InputStream json = Objects.requireNonNull(VolumeRecords.class.getResourceAsStream(file), file)) {
                return new String(json.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        String path(String namespace) {
            return namespace.isEmpty()
                    ? ApiCall.path("/apis/" + API_VERSION, plural)
                    : ApiCall.path("/apis/" + API_VERSION + "/namespaces", namespace, plural);
        }
    }

    /// What a record says.
    ///
    /// @param volumeId empty if the record does not have it
    /// @param value    blank if the record does not have it
    record Row(String volumeId, String value) {}

    private ObjectCalls begin(Duration budget) {
        return ObjectCalls.begin(server, nanoTime, budget);
    }

    private String path(String volumeId) {
        return ApiCall.path(kind.path(namespace), nameOf(volumeId));
    }

    /// Returns the name of the record of a volume. A name has no colon, and the id of a file volume has one.
    private static String nameOf(String volumeId) {
        return volumeId.replace(':', '-');
    }

    /// Reads what the record of a volume says. If the definition of the records does not exist, there is none.
    VolumeRecordResult read(String volumeId, Duration budget) {
        return ObjectName.isValid(nameOf(volumeId)) ? read(volumeId, begin(budget)) : new VolumeRecordResult.Absent();
    }

    private VolumeRecordResult read(String volumeId, ObjectCalls calls) {
        return switch (calls.send(ApiCall.get(path(volumeId)))) {
            case CallResult.Done(Json object) ->
                checked(volumeId, reader.reader().apply(object));
            case CallResult.ObjectMissing _, CallResult.KindUnknown _ -> new VolumeRecordResult.Absent();
            case CallResult.NotDone failed -> unknown(failed);
        };
    }

    private VolumeRecordResult checked(String volumeId, Row row) {
        return row.volumeId().equals(volumeId) && !row.value().isBlank()
                ? new VolumeRecordResult.Found(row.value())
                : new VolumeRecordResult.Unknown(
                        "%s %s: found %s \"%s\" and %s \"%s\", expected the volume %s and its %s; correct the record"
                                .formatted(
                                        kind.name(),
                                        nameOf(volumeId),
                                        kind.idField(),
                                        row.volumeId(),
                                        kind.valueField(),
                                        row.value(),
                                        volumeId,
                                        kind.valueText()));
    }

    private VolumeRecordResult unknown(CallResult.NotDone failed) {
        return new VolumeRecordResult.Unknown(
                failed instanceof CallResult.KindUnknown
                        ? "%s: the definition %s is missing; restart the driver, which creates it"
                                .formatted(failed.problem(), kind.definitionName())
                        : failed.problem());
    }

    /// Creates the record of a volume. If there is a record, or if no answer arrives, the record is read.
    ///
    /// @return what the record says, which may be something else; never [VolumeRecordResult.Absent]
    VolumeRecordResult create(String volumeId, String value, Duration budget) {
        if (!ObjectName.isValid(nameOf(volumeId))) {
            return new VolumeRecordResult.Unknown(
                    "found the volume id \"%s\", expected lower case letters, digits, '-', '.' and ':'; no record can have its name"
                            .formatted(volumeId));
        }
        ObjectCalls calls = begin(budget);
        return switch (calls.send(
                ApiCall.post(kind.path(namespace), created(volumeId, value).toString()))) {
            case CallResult.Done _ -> new VolumeRecordResult.Found(value);
            case CallResult.Conflict conflict -> orUnknown(read(volumeId, calls), conflict);
            case CallResult.Unanswered unanswered -> orUnknown(read(volumeId, calls), unanswered);
            case CallResult.NotDone failed -> unknown(failed);
        };
    }

    private VolumeRecordResult orUnknown(VolumeRecordResult read, CallResult.NotDone failed) {
        return read instanceof VolumeRecordResult.Absent ? unknown(failed) : read;
    }

    private Json created(String volumeId, String value) {
        Json.Members metadata = Json.object().with("name", nameOf(volumeId));
        return Json.object()
                .with("apiVersion", API_VERSION)
                .with("kind", kind.name())
                .with("metadata", namespace.isEmpty() ? metadata : metadata.with("namespace", namespace))
                .with("spec", Json.object().with(kind.idField(), volumeId).with(kind.valueField(), value));
    }

    RemovalResult delete(String volumeId, Duration budget) {
        return ObjectName.isValid(nameOf(volumeId))
                ? begin(budget).delete(path(volumeId))
                : new RemovalResult.Removed();
    }

    /// Passes all records to a function that adds them to a value, as [ObjectCalls#list] does.
    <T> ListResult<T> list(Supplier<? extends T> start, BiConsumer<? super T, ? super Row> add, Duration budget) {
        return begin(budget).list(kind.path(namespace), reader, start, add);
    }

    RecordDefinitionResult ensureDefinition(Duration budget) {
        return begin(budget).ensureDefinition(kind.definitionName(), kind.definition());
    }
}
