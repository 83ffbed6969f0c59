package dev.vspherecloud.vsphere.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
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
import java.util.function.Function;

/// A REST session with one vCenter, for tags. Independent of the SOAP session.
///
/// Deadlines, interrupts and failures are as in [VcenterSession]. A session that is lost shows as
/// [SESSION_LOST][Kind#SESSION_LOST].
///
/// Threads: safe for all.
public final class TaggingSession implements AutoCloseable {
    /// Objects in one question for their tags: some hundred bytes each, answered at once.
    static final int BATCH = 500;

    private final RestLink rest;
    private final RestDialect dialect;
    private final String sessionId;
    private final Timeouts timeouts;
    private final OpenSession atServer;

    private TaggingSession(
            RestLink rest, RestDialect dialect, String sessionId, Timeouts timeouts, OpenSessions sessions) {
        this.rest = rest;
        this.dialect = dialect;
        this.sessionId = sessionId;
        this.timeouts = timeouts;
        String method = "DELETE session";
        HttpRequest delete = request(method, dialect.session()).DELETE().build();
        this.atServer = sessions.opened(() -> rest.call(attempt(method), delete, timeouts.logout(), _ -> true));
    }

    /// Logs in where the server has it: in the newer dialect first, in the older one when the newer does not
    /// exist. A refusal is final: it is not tried a second time in the other dialect.
    static TaggingSession open(
            HttpLink http, Timeouts timeouts, OpenSessions sessions, Attempt attempt, Credentials credentials) {
        try {
            return open(http, timeouts, sessions, attempt, credentials, RestDialect.API);
        } catch (VcenterException e) {
            if (e.kind() != Kind.UNSUPPORTED) {
                throw e;
            }
            return open(http, timeouts, sessions, attempt, credentials, RestDialect.REST);
        }
    }

    private static TaggingSession open(
            HttpLink http,
            Timeouts timeouts,
            OpenSessions sessions,
            Attempt attempt,
            Credentials credentials,
            RestDialect dialect) {
        var rest = new RestLink(http);
        HttpRequest post = rest.request(dialect.session())
                .header("Authorization", basic(credentials))
                .POST(BodyPublishers.noBody())
                .build();
        String id =
                rest.call(attempt, post, timeouts.call(), answer -> TaggingAnswers.sessionId(dialect.unwrap(answer)));
        return new TaggingSession(rest, dialect, id, timeouts, sessions);
    }

    private static String basic(Credentials credentials) {
        String pair = credentials.user() + ":" + credentials.password().reveal();
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    /// The ids of the tags attached to each of these objects, asked in batches. Every object is in the result;
    /// one without tags, or that is not there, with none.
    public Map<MoRef, List<String>> attachedTags(Collection<MoRef> objects) {
        var asked = List.copyOf(objects);
        var tags = new HashMap<MoRef, List<String>>();
        asked.forEach(object -> tags.put(object, List.of()));
        for (int from = 0; from < asked.size(); from += BATCH) {
            attached(asked.subList(from, Math.min(from + BATCH, asked.size()))).forEach(tags::replace);
        }
        return Map.copyOf(tags);
    }

    /// @throws VcenterException of kind OBJECT_GONE when there is no such tag
    public Tag tag(String id) {
        return lookUp("GET tag", dialect.tag(id), TaggingAnswers::tag);
    }

    /// @throws VcenterException of kind OBJECT_GONE when there is no such category
    public TagCategory category(String id) {
        return lookUp("GET category", dialect.category(id), TaggingAnswers::category);
    }

    /// The ids of the categories that the account may read; a missing right shows as a shorter list.
    public List<String> categories() {
        String method = "GET categories";
        HttpRequest get = request(method, dialect.categories()).GET().build();
        return call(method, get, TaggingAnswers::ids);
    }

    /// Begins to log out, as [VcenterSession#logOut()] does.
    public void logOut() {
        atServer.end();
    }

    /// Logs out, as [VcenterSession#close()] does.
    @Override
    public void close() {
        atServer.end();
        atServer.awaitEnd();
    }

    private Map<MoRef, List<String>> attached(List<MoRef> objects) {
        String method = "POST list-attached-tags-on-objects";
        HttpRequest post = request(method, dialect.attachedTags())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(question(objects)))
                .build();
        return call(method, post, TaggingAnswers::attached);
    }

    /// The body that asks for the tags of these objects.
    static String question(List<MoRef> objects) {
        var ids = JsonNodeFactory.instance.arrayNode();
        for (MoRef object : objects) {
            ids.addObject().put("id", object.value()).put("type", object.type());
        }
        return JsonNodeFactory.instance.objectNode().set("object_ids", ids).toString();
    }

    private <T> T lookUp(String method, String path, Function<JsonNode, T> result) {
        try {
            return call(method, request(method, path).GET().build(), result);
        } catch (VcenterException e) {
            throw e.kind() == Kind.UNSUPPORTED ? e.as(Kind.OBJECT_GONE) : e;
        }
    }

    private <T> T call(String method, HttpRequest request, Function<JsonNode, T> result) {
        return rest.call(attempt(method), request, timeouts.call(), answer -> result.apply(dialect.unwrap(answer)));
    }

    /// Ids are the server's, and may be such that neither address nor header can hold them.
    private HttpRequest.Builder request(String method, String path) {
        try {
            return rest.request(path).header("vmware-api-session-id", sessionId);
        } catch (IllegalArgumentException e) {
            throw attempt(method)
                    .failed(Kind.PROTOCOL, "nothing sent: the server named an id that no request can hold", e);
        }
    }

    private Attempt attempt(String method) {
        return new Attempt(rest.http().endpoint(), method);
    }
}
