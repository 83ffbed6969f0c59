package dev.vspherecloud.csi.cluster.call;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import dev.vspherecloud.kubernetes.watch.PagedList;
import dev.vspherecloud.kubernetes.watch.Store;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Requests to the API server that share one time budget. No failure is an exception: each is a result.
///
/// Threads: one.
public final class ObjectCalls {
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

    /// The text with which the API server answers a path that it does not serve. It also reports absent objects with
    /// status 404, but as a `Status` that names the object.
    private static final String UNKNOWN_PATH = "404 page not found";

    /// How often a list is read from its beginning. The API server keeps the state of a list for about five minutes.
    private static final int MAX_LISTS = 3;

    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int GONE = 410;

    private final ApiServer server;
    private final LongSupplier nanoTime;
    private final long end;

    private ObjectCalls(ApiServer server, LongSupplier nanoTime, long end) {
        this.server = server;
        this.nanoTime = nanoTime;
        this.end = end;
    }

    /// Begins with a new budget.
    ///
    /// @param budget how long all requests together may take
    public static ObjectCalls begin(ApiServer server, LongSupplier nanoTime, Duration budget) {
        return new ObjectCalls(server, nanoTime, nanoTime.getAsLong() + budget.toNanos());
    }

    /// Sends a request about one object.
    public CallResult send(ApiCall call) {
        try {
            return result(call, server.call(call, timeLeft()));
        } catch (KubeException e) {
            return failed(e);
        }
    }

    private CallResult result(ApiCall call, ApiAnswer answer) {
        if (answer.isSuccess()) {
            return new CallResult.Done(answer.json());
        }
        KubeException failure = server.failure(call, answer);
        return switch (answer.status()) {
            case NOT_FOUND -> missing(answer, failure.getMessage());
            case CONFLICT -> new CallResult.Conflict(failure.getMessage());
            default -> failed(failure);
        };
    }

    /// Changes an object, and leaves all fields as they are that the patch does not name. The role of
    /// vsphere-csi-driver (Go) allows `update` and not `patch` for some kinds: the object is read then, and written
    /// with the same change.
    ///
    /// @param patch   a merge patch (RFC 7396) with the version of the object that it changes; another version is a
    ///                conflict
    /// @param refusal what is known of the right to patch objects of this kind
    public CallResult change(String path, Json.Members patch, PatchRefusal refusal) {
        if (refusal.isKnown()) {
            CallResult result = update(path, patch);
            if (result instanceof CallResult.Refused) {
                refusal.forget();
            }
            return result;
        }
        ApiCall call = ApiCall.mergePatch(path, patch.toString());
        try {
            ApiAnswer answer = server.call(call, timeLeft());
            if (answer.status() != FORBIDDEN) {
                return result(call, answer);
            }
            CallResult updated = update(path, patch);
            if (updated instanceof CallResult.Done) {
                refusal.remember();
            }
            return updated instanceof CallResult.Refused ? result(call, answer) : updated;
        } catch (KubeException e) {
            return failed(e);
        }
    }

    private CallResult update(String path, Json.Members patch) {
        CallResult read = send(ApiCall.get(path));
        return read instanceof CallResult.Done(Json object)
                ? send(ApiCall.put(path, merged(object, patch).toString()))
                : read;
    }

    private static Json merged(Json object, Json patch) {
        if (!(patch instanceof Json.Members changes)) {
            return patch;
        }
        Json.Members result = object instanceof Json.Members members ? members : Json.object();
        for (Map.Entry<String, Json> change : changes.members().entrySet()) {
            String name = change.getKey();
            result = change.getValue() instanceof Json.Missing
                    ? result.without(name::equals)
                    : result.with(name, merged(result.find(name), change.getValue()));
        }
        return result;
    }

    private static CallResult missing(ApiAnswer answer, String problem) {
        if (isUnknownKind(answer)) {
            return new CallResult.KindUnknown(problem);
        }
        return namesObject(answer) ? new CallResult.ObjectMissing(problem) : new CallResult.Unanswered(problem);
    }

    /// Returns true if the API server itself says that it does not know the kind. A load balancer that answers 404
    /// has another text.
    private static boolean isUnknownKind(ApiAnswer answer) {
        return answer.status() == NOT_FOUND && answer.message().equals(UNKNOWN_PATH);
    }

    private static boolean namesObject(ApiAnswer answer) {
        try {
            return answer.json().has("details", "name");
        } catch (KubeException _) {
            return false;
        }
    }

    private static CallResult failed(KubeException failure) {
        String problem = failure.getMessage();
        return switch (failure.kind()) {
            case UNREACHABLE, TIMEOUT, TLS, SERVER_FAILED, INTERRUPTED, EXPIRED, TOO_LARGE ->
                new CallResult.Unanswered(problem);
            case CONFIG_UNREADABLE, CONFIG_INVALID, UNAUTHORIZED, FORBIDDEN, OVERLOADED, REJECTED, NOT_LEADING ->
                new CallResult.Refused(problem);
        };
    }

    /// Deletes an object. An object of an unknown kind does not exist.
    public RemovalResult delete(String path) {
        Json.Members options = Json.object().with("apiVersion", "v1").with("kind", "DeleteOptions");
        return switch (send(ApiCall.delete(path, options.toString()))) {
            case CallResult.Done _, CallResult.ObjectMissing _, CallResult.KindUnknown _ -> new RemovalResult.Removed();
            case CallResult.NotDone failed -> new RemovalResult.Failed(failed.problem());
        };
    }

    /// Creates the definition of a kind if it does not exist. An existing one is never changed: vsphere-csi-driver
    /// (Go) writes its own at each start, and a newer one may have more fields.
    ///
    /// Rule from: csi-production 1.3.
    ///
    /// @param name       the name of the definition
    /// @param definition the definition as JSON
    public RecordDefinitionResult ensureDefinition(String name, String definition) {
        return switch (send(ApiCall.get(ApiCall.path(DEFINITIONS, name)))) {
            case CallResult.Done _ -> new RecordDefinitionResult.Existed();
            case CallResult.ObjectMissing _ ->
                switch (send(ApiCall.post(DEFINITIONS, definition))) {
                    case CallResult.Done _ -> new RecordDefinitionResult.Created();
                    case CallResult.Conflict _ -> new RecordDefinitionResult.Existed();
                    case CallResult.NotDone failed -> new RecordDefinitionResult.Failed(failed.problem());
                };
            case CallResult.NotDone failed -> new RecordDefinitionResult.Failed(failed.problem());
        };
    }

    /// Reads all objects of a collection page by page, and keeps only what `add` takes from them.
    ///
    /// If the API server no longer has the state of the list, the list begins again, with a new start value.
    ///
    /// @param path  the path of the collection
    /// @param start makes the value for a collection without objects
    /// @param add   adds an object to the value
    public <O, T> ListResult<T> list(
            String path, ObjectReader<O> reader, Supplier<? extends T> start, BiConsumer<? super T, ? super O> add) {
        try {
            for (int list = 0; list < MAX_LISTS; list++) {
                Optional<ListResult<T>> result = listOnce(path, reader, start.get(), add);
                if (result.isPresent()) {
                    return result.get();
                }
            }
            return new ListResult.Failed<>(
                    "the API server %s forgot the list of %s %d times before its end; try again when the API server is less busy"
                            .formatted(server.url(), path, MAX_LISTS));
        } catch (KubeException e) {
            return new ListResult.Failed<>(e.getMessage());
        }
    }

    /// Reads a collection once; empty if the API server no longer has the state of the list.
    private <O, T> Optional<ListResult<T>> listOnce(
            String path, ObjectReader<O> reader, T all, BiConsumer<? super T, ? super O> add) {
        var pages = new PagedList(call -> server.call(call, timeLeft()), path, "");
        do {
            ApiAnswer answer = pages.answer();
            ApiCall call = pages.request();
            if (answer.status() == GONE && pages.hasNext()) {
                return Optional.empty();
            }
            if (!answer.isSuccess()) {
                String problem = server.failure(call, answer).getMessage();
                return Optional.of(
                        isUnknownKind(answer)
                                ? new ListResult.KindUnknown<>(problem)
                                : new ListResult.Failed<>(problem));
            }
            Store.Page<O> page = pages.page(reader, answer);
            if (page.version().isEmpty()) {
                return Optional.of(new ListResult.Failed<>(
                        "the answer to %s has no resourceVersion, so it is not a list; check that the URL %s is that of an API server"
                                .formatted(call, server.url())));
            }
            page.objects().forEach(object -> add.accept(all, object));
        } while (pages.hasNext());
        return Optional.of(new ListResult.Complete<>(all));
    }

    private Duration timeLeft() {
        return Duration.ofNanos(end - nanoTime.getAsLong());
    }
}
