package dev.vspherecloud.csi.cluster;

import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.WriteResult;
import dev.vspherecloud.csi.volumes.RecordStore;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.KubeException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// Reads and writes records in the API server. No failure is an exception: each is a result.
///
/// Every write names the resourceVersion that the record must have. So the record is the lock of its operation,
/// and different operations never wait for one another.
///
/// Threads: may be used from anywhere.
public final class KubeOperationRecords implements RecordStore {
    /// The path of all definitions.
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

    private static final String DEFINITION = "cnsvolumeoperationrequests.cns.vmware.com";
    private static final String FILE = "cnsvolumeoperationrequests.json";
    private static final int PAGE = 500;

    private final ApiServer server;
    private final String namespace;
    private final String collection;

    /// Creates a store.
    ///
    /// @param namespace the namespace of the driver
    public KubeOperationRecords(ApiServer server, String namespace) {
        this.server = server;
        this.namespace = namespace;
        this.collection = ApiCall.path(
                "/apis/" + OperationRecordJson.API_VERSION + "/namespaces", namespace, "cnsvolumeoperationrequests");
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
        ApiCall call = ApiCall.get(ApiCall.path(collection, name));
        try {
            ApiAnswer answer = server.call(call, budget);
            return switch (answer.status()) {
                case 200 -> OperationRecordJson.read(answer.json());
                case 404 -> absent(call, answer);
                default ->
                    new RecordState.Unanswered(server.failure(call, answer).getMessage());
            };
        } catch (KubeException e) {
            return new RecordState.Unanswered(e.getMessage());
        }
    }

    /// A 404 proves absence only if the API server knows the kind: otherwise it does not name the record.
    private RecordState absent(ApiCall call, ApiAnswer answer) {
        return namesRecord(answer)
                ? new RecordState.Absent()
                : new RecordState.Unanswered(server.failure(call, answer).getMessage()
                        + ": the definition %s is missing; restart the driver, which creates it".formatted(DEFINITION));
    }

    /// Returns true if a refusal names a record. If the kind is unknown, the answer is plain text.
    private static boolean namesRecord(ApiAnswer answer) {
        try {
            return answer.json().has("details", "name");
        } catch (KubeException _) {
            return false;
        }
    }

    /// Creates a record.
    @Override
    public WriteResult create(OperationRecord record, Duration budget) {
        return write(
                ApiCall.post(
                        collection,
                        OperationRecordJson.created(record, namespace).toString()),
                budget);
    }

    /// Changes a record, if it has this version. Fields that this driver does not write stay as they are.
    @Override
    public WriteResult update(OperationRecord record, String version, Duration budget) {
        return write(
                ApiCall.mergePatch(
                        ApiCall.path(collection, record.name()),
                        OperationRecordJson.changed(record, version).toString()),
                budget);
    }

    /// Deletes a record, if it has this version.
    ///
    /// @return [WriteResult.Written] with an empty version if the record is gone
    public WriteResult delete(String name, String version, Duration budget) {
        Json.Members options = Json.object()
                .with("apiVersion", "v1")
                .with("kind", "DeleteOptions")
                .with("preconditions", Json.object().with("resourceVersion", version));
        ApiCall call = ApiCall.delete(ApiCall.path(collection, name), options.toString());
        try {
            ApiAnswer answer = server.call(call, budget);
            return answer.isSuccess() || (answer.status() == 404 && namesRecord(answer))
                    ? new WriteResult.Written("")
                    : notWritten(call, answer);
        } catch (KubeException e) {
            return failed(e);
        }
    }

    /// Lists one page of all records.
    ///
    /// @param next the token of the page; empty for the first
    public RecordPage list(String next, Duration budget) {
        ApiCall call = ApiCall.get(
                "%s?limit=%d%s".formatted(collection, PAGE, next.isEmpty() ? "" : "&continue=" + ApiCall.encode(next)));
        try {
            ApiAnswer answer = server.call(call, budget);
            return switch (answer.status()) {
                case 200 -> page(answer.json());
                case 410 -> new RecordPage.Expired();
                default -> new RecordPage.Failed(server.failure(call, answer).getMessage());
            };
        } catch (KubeException e) {
            return new RecordPage.Failed(e.getMessage());
        }
    }

    private static RecordPage page(Json list) {
        Map<String, RecordState> records = new LinkedHashMap<>();
        list.find("items")
                .items()
                .forEach(item -> records.put(item.find("metadata", "name").asText(), OperationRecordJson.read(item)));
        return new RecordPage.Listed(records, list.find("metadata", "continue").asText());
    }

    /// Creates the definition of the records if it does not exist. An existing one is never changed: Go writes its
    /// own at each start, and a newer one may have more fields.
    ///
    /// Rule from: csi-production 1.3.
    public RecordDefinitionResult ensureDefinition(Duration budget) {
        ApiCall get = ApiCall.get(ApiCall.path(DEFINITIONS, DEFINITION));
        ApiCall post = ApiCall.post(DEFINITIONS, definition());
        try {
            ApiAnswer found = server.call(get, budget);
            if (found.status() != 404) {
                return found.isSuccess()
                        ? new RecordDefinitionResult.Existed()
                        : new RecordDefinitionResult.Failed(
                                server.failure(get, found).getMessage());
            }
            ApiAnswer created = server.call(post, budget);
            return switch (created.status()) {
                case 200, 201 -> new RecordDefinitionResult.Created();
                case 409 -> new RecordDefinitionResult.Existed();
                default ->
                    new RecordDefinitionResult.Failed(
                            server.failure(post, created).getMessage());
            };
        } catch (KubeException e) {
            return new RecordDefinitionResult.Failed(e.getMessage());
        }
    }

    /// Returns the definition of the records, as JSON.
    static String definition() {
        try (InputStream file = Objects.requireNonNull(KubeOperationRecords.class.getResourceAsStream(FILE), FILE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private WriteResult write(ApiCall call, Duration budget) {
        try {
            ApiAnswer answer = server.call(call, budget);
            return answer.isSuccess()
                    ? new WriteResult.Written(
                            answer.json().find("metadata", "resourceVersion").asText())
                    : notWritten(call, answer);
        } catch (KubeException e) {
            return failed(e);
        }
    }

    private WriteResult notWritten(ApiCall call, ApiAnswer answer) {
        boolean isGone = answer.status() == 404 && namesRecord(answer);
        return answer.status() == 409 || isGone ? new WriteResult.Conflict() : failed(server.failure(call, answer));
    }

    private static WriteResult failed(KubeException failure) {
        return switch (failure.kind()) {
            case UNREACHABLE, TIMEOUT, TLS, SERVER_FAILED, INTERRUPTED, EXPIRED ->
                new WriteResult.Lost(failure.getMessage());
            case CONFIG_UNREADABLE, CONFIG_INVALID, UNAUTHORIZED, FORBIDDEN, OVERLOADED, REJECTED, NOT_LEADING ->
                new WriteResult.Refused(failure.getMessage());
        };
    }
}
