package dev.vspherecloud.csi.cluster;

import dev.vspherecloud.csi.cluster.call.CallResult;
import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.ObjectCalls;
import dev.vspherecloud.csi.cluster.call.PatchRefusal;
import dev.vspherecloud.csi.cluster.call.RecordDefinitionResult;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.WriteResult;
import dev.vspherecloud.csi.operations.RecordStore;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads and writes records in the API server. No failure is an exception: each is a result.
///
/// Every write names the resourceVersion that the record must have. So the record is the lock of its operation,
/// and different operations never wait for one another.
///
/// Threads: may be used from anywhere.
public final class KubeOperationRecords implements RecordStore {
    private static final String DEFINITION = "cnsvolumeoperationrequests.cns.vmware.com";
    private static final String FILE = "cnsvolumeoperationrequests.json";

    /// The fields of a record that this driver reads.
    private static final ObjectReader<Listed> READER = new ObjectReader<>(
            JsonFields.of("metadata.name", "metadata.resourceVersion", "status"),
            object -> new Listed(object.find("metadata", "name").asText(), OperationRecordJson.read(object)));

    private final ApiServer server;
    private final LongSupplier nanoTime;
    private final String namespace;
    private final String collection;
    private final PatchRefusal patches;

    /// A record in the list.
    private record Listed(String name, RecordState state) {}

    /// Creates a store.
    ///
    /// @param nanoTime  a monotonic clock, as [System#nanoTime]
    /// @param namespace the namespace of the driver
    public KubeOperationRecords(ApiServer server, LongSupplier nanoTime, String namespace) {
        this.server = server;
        this.nanoTime = nanoTime;
        this.namespace = namespace;
        this.collection = ApiCall.path(
                "/apis/" + OperationRecordJson.API_VERSION + "/namespaces", namespace, "cnsvolumeoperationrequests");
        this.patches = new PatchRefusal(nanoTime);
    }

    private ObjectCalls calls(Duration budget) {
        return ObjectCalls.begin(server, nanoTime, budget);
    }

    /// Reads the JSON of a record. Anything that does not have the form of a record is [RecordState.Unreadable].
    public static RecordState parse(Json object) {
        return OperationRecordJson.read(object);
    }

    /// Reads a record, without a cache.
    ///
    /// @param budget how long the request may take
    @Override
    public RecordState read(String name, Duration budget) {
        return switch (calls(budget).send(ApiCall.get(ApiCall.path(collection, name)))) {
            case CallResult.Done(Json object) -> OperationRecordJson.read(object);
            case CallResult.ObjectMissing _ -> new RecordState.Absent();
            case CallResult.KindUnknown(String problem) ->
                new RecordState.Unanswered(problem
                        + ": the definition %s is missing; restart the driver, which creates it".formatted(DEFINITION));
            case CallResult.NotDone failed -> new RecordState.Unanswered(failed.problem());
        };
    }

    /// Creates a record.
    @Override
    public WriteResult create(OperationRecord record, Duration budget) {
        CallResult result = calls(budget)
                .send(ApiCall.post(
                        collection,
                        OperationRecordJson.created(record, namespace).toString()));
        // What does not exist is the namespace.
        return result instanceof CallResult.ObjectMissing(String problem)
                ? new WriteResult.Refused(problem)
                : written(result);
    }

    /// Changes a record, if it has this version. Fields that this driver does not write stay as they are.
    @Override
    public WriteResult update(OperationRecord record, String version, Duration budget) {
        return written(calls(budget)
                .change(
                        ApiCall.path(collection, record.name()),
                        OperationRecordJson.changed(record, version),
                        patches));
    }

    /// Deletes a record, if it has this version.
    ///
    /// @return [WriteResult.Written] with an empty version if the record is gone
    public WriteResult delete(String name, String version, Duration budget) {
        Json.Members options = Json.object()
                .with("apiVersion", "v1")
                .with("kind", "DeleteOptions")
                .with("preconditions", Json.object().with("resourceVersion", version));
        return switch (calls(budget).send(ApiCall.delete(ApiCall.path(collection, name), options.toString()))) {
            case CallResult.Done _, CallResult.ObjectMissing _ -> new WriteResult.Written("");
            case CallResult.NotDone failed -> written(failed);
        };
    }

    private static WriteResult written(CallResult result) {
        return switch (result) {
            case CallResult.Done(Json object) ->
                new WriteResult.Written(
                        object.find("metadata", "resourceVersion").asText());
            case CallResult.Conflict _, CallResult.ObjectMissing _ -> new WriteResult.Conflict();
            case CallResult.KindUnknown(String problem) -> new WriteResult.Refused(problem);
            case CallResult.Refused(String problem) -> new WriteResult.Refused(problem);
            case CallResult.Unanswered(String problem) -> new WriteResult.Lost(problem);
        };
    }

    /// Reads all records.
    ///
    /// @param budget how long all requests together may take
    /// @return each is [RecordState.Present] or [RecordState.Unreadable], by name
    public ListResult<Map<String, RecordState>> list(Duration budget) {
        return calls(budget)
                .list(collection, READER, HashMap::new, (records, each) -> records.put(each.name(), each.state()));
    }

    @Override
    public Optional<Set<String>> tasks(String vcenter, Duration budget) {
        return list(budget) instanceof ListResult.Complete<Map<String, RecordState>>(Map<String, RecordState> records)
                ? Optional.of(records.values().stream()
                        .flatMap(state -> state instanceof RecordState.Present(OperationRecord record, var _)
                                ? record.taskIds(vcenter)
                                : Stream.of())
                        .collect(Collectors.toSet()))
                : Optional.empty();
    }

    /// Creates the definition of the records if it does not exist.
    ///
    /// @param budget how long the requests may take together
    public RecordDefinitionResult ensureDefinition(Duration budget) {
        return calls(budget).ensureDefinition(DEFINITION, definition());
    }

    /// Returns the definition of the records, as JSON.
    static String definition() {
        try (InputStream file = Objects.requireNonNull(KubeOperationRecords.class.getResourceAsStream(FILE), FILE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
