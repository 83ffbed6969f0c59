package dev.vspherecloud.vsphere.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
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
import java.util.concurrent.atomic.AtomicBoolean;
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
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private TaggingSession(RestLink rest, RestDialect dialect, String sessionId, Timeouts timeouts) {
        this.rest = rest;
        this.dialect = dialect;
        this.sessionId = sessionId;
        this.timeouts = timeouts;
    }

    /// Logs in where the server has it: in the newer dialect first, in the older one when the newer does not
    /// exist. A refusal is final: it is not tried a second time in the other dialect.
    static TaggingSession open(HttpLink http, Timeouts timeouts, Attempt attempt, Credentials credentials) {
        try {
            return open(http, timeouts, attempt, credentials, RestDialect.API);
        } catch (VcenterException e) {
            if (e.kind() != Kind.UNSUPPORTED) {
                throw e;
            }
            return open(http, timeouts, attempt, credentials, RestDialect.REST);
        }
    }

    private static TaggingSession open(
            HttpLink http, Timeouts timeouts, Attempt attempt, Credentials credentials, RestDialect dialect) {
        var rest = new RestLink(http);
        HttpRequest post = rest.request(dialect.session())
                .header("Authorization", basic(credentials))
                .POST(BodyPublishers.noBody())
                .build();
        String id =
                rest.call(attempt, post, timeouts.call(), answer -> TaggingAnswers.sessionId(dialect.unwrap(answer)));
        return new TaggingSession(rest, dialect, id, timeouts);
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
        HttpRequest get = request(dialect.categories()).GET().build();
        return call("GET categories", get, TaggingAnswers::ids);
    }

    /// Logs out, with a short deadline of its own, also on a thread that is interrupted. Never fails.
    @Override
    public void close() {
        if (isClosed.getAndSet(true)) {
            return;
        }
        HttpRequest delete = request(dialect.session()).DELETE().build();
        Farewell.say(() -> rest.call(attempt("DELETE session"), delete, timeouts.logout(), _ -> true));
    }

    private Map<MoRef, List<String>> attached(List<MoRef> objects) {
        HttpRequest post = request(dialect.attachedTags())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(question(objects)))
                .build();
        return call("POST list-attached-tags-on-objects", post, TaggingAnswers::attached);
    }

    private static String question(List<MoRef> objects) {
        var ids = JsonNodeFactory.instance.arrayNode();
        for (MoRef object : objects) {
            ids.addObject().put("id", object.value()).put("type", object.type());
        }
        return JsonNodeFactory.instance.objectNode().set("object_ids", ids).toString();
    }

    private <T> T lookUp(String method, String path, Function<JsonNode, T> result) {
        try {
            return call(method, request(path).GET().build(), result);
        } catch (VcenterException e) {
            throw e.kind() == Kind.UNSUPPORTED ? e.as(Kind.OBJECT_GONE) : e;
        }
    }

    private <T> T call(String method, HttpRequest request, Function<JsonNode, T> result) {
        return rest.call(attempt(method), request, timeouts.call(), answer -> result.apply(dialect.unwrap(answer)));
    }

    private HttpRequest.Builder request(String path) {
        return rest.request(path).header("vmware-api-session-id", sessionId);
    }

    private Attempt attempt(String method) {
        return new Attempt(rest.http().endpoint(), method);
    }
}
