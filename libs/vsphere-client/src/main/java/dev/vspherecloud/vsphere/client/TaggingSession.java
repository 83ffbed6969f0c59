package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.vsphere.client.OpenSessions.OpenSession;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.rest.RestDialect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/// A REST session with one vCenter, for tags. It is independent of the SOAP session.
///
/// Deadlines, interrupts and failures are as in [VcenterSession]. A lost session fails with
/// [SESSION_LOST][Kind#SESSION_LOST].
///
/// Threads: safe for all.
public final class TaggingSession implements AutoCloseable {
    /// The number of objects in one request for their tags. Each object takes some hundred bytes, and the
    /// server answers at once.
    static final int BATCH_SIZE = 500;

    private final RestClient rest;
    private final String sessionId;
    private final Timeouts timeouts;
    private final Consumer<RestDialect> onDialectChanged;
    private final OpenSession openSession;
    private volatile DialectState dialectState;

    /// The dialect in use.
    ///
    /// @param isConfirmed true if the server has answered a request in this dialect, or has refused both
    ///     dialects
    private record DialectState(RestDialect dialect, boolean isConfirmed) {}

    private TaggingSession(
            RestClient rest,
            RestDialect dialect,
            String sessionId,
            Timeouts timeouts,
            OpenSessions sessions,
            Consumer<RestDialect> onDialectChanged) {
        this.rest = rest;
        this.sessionId = sessionId;
        this.timeouts = timeouts;
        this.onDialectChanged = onDialectChanged;
        this.dialectState = new DialectState(dialect, false);
        String method = "DELETE session";
        HttpRequest delete = request(method, dialect.session()).DELETE().build();
        this.openSession = sessions.register(() -> rest.call(context(method), delete, timeouts.logout(), _ -> true));
    }

    /// Logs in, in the dialect that matches the server's version. If the server refuses such a request, the
    /// other dialect is tried. A refused login is final: it is not tried a second time in the other dialect.
    ///
    /// @param first  the dialect to begin with
    /// @param onDialectChanged called with the other dialect, if the next login should begin with that one
    static TaggingSession open(
            RestClient rest,
            Timeouts timeouts,
            OpenSessions sessions,
            CallContext context,
            Credentials credentials,
            RestDialect first,
            Consumer<RestDialect> onDialectChanged) {
        RestDialect dialect = first;
        String id;
        try {
            id = logIn(rest, timeouts, context, credentials, first);
        } catch (VcenterException e) {
            if (!e.isRequestRefused()) {
                throw e;
            }
            dialect = first.other();
            id = logIn(rest, timeouts, context, credentials, dialect);
            onDialectChanged.accept(dialect);
        }
        return new TaggingSession(rest, dialect, id, timeouts, sessions, onDialectChanged);
    }

    private static String logIn(
            RestClient rest, Timeouts timeouts, CallContext context, Credentials credentials, RestDialect dialect) {
        HttpRequest post = rest.request(dialect.session())
                .header("Authorization", basic(credentials))
                .POST(BodyPublishers.noBody())
                .build();
        return rest.call(
                context, post, timeouts.call(), response -> TaggingAnswers.sessionId(dialect.unwrap(response)));
    }

    private static String basic(Credentials credentials) {
        String pair = credentials.user() + ":" + credentials.password().reveal();
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    /// Reads the ids of the tags attached to each of these objects, in batches. Every object is in the result;
    /// an object without tags, or that does not exist, has an empty list.
    public Map<MoRef, List<String>> attachedTags(Collection<MoRef> objects) {
        var requested = List.copyOf(objects);
        var tags = new HashMap<MoRef, List<String>>();
        requested.forEach(object -> tags.put(object, List.of()));
        for (int from = 0; from < requested.size(); from += BATCH_SIZE) {
            readAttachedTags(requested.subList(from, Math.min(from + BATCH_SIZE, requested.size())), tags);
        }
        return Map.copyOf(tags);
    }

    /// Reads the tags of some objects. If they are too much for one response, they are read in two.
    ///
    /// @param into receives the tags; has an entry for each requested object
    private void readAttachedTags(List<MoRef> objects, Map<MoRef, List<String>> into) {
        try {
            readAttachedTags(objects).forEach(into::replace);
        } catch (VcenterException e) {
            int half = objects.size() / 2;
            if (e.kind() != Kind.TOO_LARGE || half == 0) {
                throw e;
            }
            readAttachedTags(objects.subList(0, half), into);
            readAttachedTags(objects.subList(half, objects.size()), into);
        }
    }

    /// Reads a tag.
    ///
    /// @throws VcenterException of kind OBJECT_GONE if there is no such tag
    public RestTag tag(String id) {
        return lookUp("GET tag", dialect -> dialect.tag(id), TaggingAnswers::tag);
    }

    /// Reads a category.
    ///
    /// @throws VcenterException of kind OBJECT_GONE if there is no such category
    public TagCategory category(String id) {
        return lookUp("GET category", dialect -> dialect.category(id), TaggingAnswers::category);
    }

    /// Reads the ids of the categories that the account may read. If a permission is missing, the list is
    /// shorter.
    public List<String> categories() {
        String method = "GET categories";
        return call(
                method, dialect -> request(method, dialect.categories()).GET().build(), TaggingAnswers::ids);
    }

    /// Starts the logout, as [VcenterSession#logOut()] does.
    public void logOut() {
        openSession.startLogout();
    }

    /// Logs out and waits for the end, as [VcenterSession#close()] does.
    @Override
    public void close() {
        openSession.startLogout();
        openSession.awaitLogout();
    }

    private Map<MoRef, List<String>> readAttachedTags(List<MoRef> objects) {
        String method = "POST list-attached-tags-on-objects";
        return call(
                method,
                dialect -> request(method, dialect.attachedTags())
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(attachedTagsBody(objects)))
                        .build(),
                TaggingAnswers::attached);
    }

    /// Returns the body of a request for the tags of these objects.
    static String attachedTagsBody(List<MoRef> objects) {
        Json ids = Json.items(
                objects, object -> Json.object().with("id", object.value()).with("type", object.type()));
        return Json.object().with("object_ids", ids).toString();
    }

    private <T> T lookUp(String method, Function<RestDialect, String> path, Function<Json, T> result) {
        try {
            return call(
                    method,
                    dialect -> request(method, path.apply(dialect)).GET().build(),
                    result);
        } catch (VcenterException e) {
            throw e.kind() == Kind.UNSUPPORTED ? e.withKind(Kind.OBJECT_GONE) : e;
        }
    }

    /// Sends a request in the dialect of this session. If the server refuses such a request, and has answered
    /// nothing in this dialect yet, the request is sent once in the other dialect. This is because a vCenter
    /// 7.0.0 opens sessions in the newer dialect, but does not know tags there. Both dialects share their
    /// sessions.
    private <T> T call(String method, Function<RestDialect, HttpRequest> request, Function<Json, T> result) {
        DialectState now = dialectState;
        try {
            T response = callInDialect(now.dialect(), method, request, result);
            dialectState = new DialectState(now.dialect(), true);
            return response;
        } catch (VcenterException e) {
            if (now.isConfirmed() || !e.isRequestRefused()) {
                throw e;
            }
            return callInOtherDialect(now.dialect(), e, method, request, result);
        }
    }

    private <T> T callInOtherDialect(
            RestDialect first,
            VcenterException failure,
            String method,
            Function<RestDialect, HttpRequest> request,
            Function<Json, T> result) {
        RestDialect other = first.other();
        try {
            T response = callInDialect(other, method, request, result);
            dialectState = new DialectState(other, true);
            onDialectChanged.accept(other);
            return response;
        } catch (VcenterException e) {
            if (e.isRequestRefused()) {
                dialectState = new DialectState(first, true);
                throw failure;
            }
            if (e.kind() == Kind.SESSION_LOST) {
                // A proxy or gateway keeps the sessions of the two dialects apart, so the next session begins
                // in the other dialect.
                onDialectChanged.accept(other);
            }
            throw e;
        }
    }

    private <T> T callInDialect(
            RestDialect dialect, String method, Function<RestDialect, HttpRequest> request, Function<Json, T> result) {
        return rest.call(
                context(method),
                request.apply(dialect),
                timeouts.call(),
                response -> result.apply(dialect.unwrap(response)));
    }

    /// Creates a request with the session id. Ids come from the server, and may be invalid in an address or a
    /// header, which is a failure.
    private HttpRequest.Builder request(String method, String path) {
        try {
            return rest.request(path).header("vmware-api-session-id", sessionId);
        } catch (IllegalArgumentException e) {
            throw context(method)
                    .failed(
                            Kind.PROTOCOL,
                            "nothing sent: the server returned an id that cannot be part of a request",
                            e);
        }
    }

    private CallContext context(String method) {
        return new CallContext(rest.http().endpoint(), method);
    }
}
