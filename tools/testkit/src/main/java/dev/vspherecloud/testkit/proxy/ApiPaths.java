package dev.vspherecloud.testkit.proxy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Head;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Adds the `/api` paths of vCenter 7.0 and later to the simulator, which has `/rest` only: sessions and tagging.
///
/// Differences: `/api` returns the bare value where `/rest` wraps it in `value`, and empty lists where the simulator
/// has null. It takes a create specification without a wrapper, names the action `action` and not `~action`, and an ID
/// without `id:`.
final class ApiPaths implements Rewrite {
    private static final String SESSION = "/api/session";
    private static final Pattern TAGGING =
            Pattern.compile("/api/cis/tagging/(category|tag|tag-association)(?:/([^/?]+))?");
    private static final JsonMapper JSON = new JsonMapper();

    @Override
    public Request outbound(Request request) {
        if (request.path().equals(SESSION)) {
            return request.withHead(
                    retargeted(request.head(), "/rest/com/vmware/cis/session" + sessionAction(request)));
        }
        Matcher tagging = TAGGING.matcher(request.path());
        return tagging.matches() ? tagging(request, tagging.group(1), tagging.group(2)) : request;
    }

    @Override
    public Optional<UnaryOperator<Response>> responseChange(Request request) {
        boolean mapped = request.path().equals(SESSION)
                || TAGGING.matcher(request.path()).matches();
        return mapped ? Optional.of(response -> unwrapped(request, response)) : Optional.empty();
    }

    private static String sessionAction(Request request) {
        return request.method().equals("GET") ? "?~action=get" : "";
    }

    private static Request tagging(Request request, String kind, @Nullable String id) {
        String action = request.head().query("action").stream().findFirst().orElse("");
        JsonNode body = read(request.body());
        String owner = id == null && action.equals("list-tags-for-category")
                ? body.path("category_id").asText()
                : id;
        String path = "/rest/com/vmware/cis/tagging/" + kind + (owner == null ? "" : "/id:" + owner);
        Request sent =
                request.withHead(retargeted(request.head(), action.isEmpty() ? path : path + "?~action=" + action));
        return switch (request.method()) {
            case "POST" -> sent.withBody(action.isEmpty() ? wrapped("create_spec", body) : orEmptyObject(body));
            case "PATCH" -> sent.withBody(wrapped("update_spec", body));
            default -> sent;
        };
    }

    private static Head retargeted(Head head, String target) {
        return head.withStartLine(head.method() + " " + target + " HTTP/1.1");
    }

    private static Response unwrapped(Request request, Response response) {
        if (response.status() >= 400) {
            return problem(response);
        }
        JsonNode answer = read(response.body());
        if (!answer.has("value")) {
            return answer.isMissingNode() ? noContent(response) : response;
        }
        JsonNode value = withoutNulls(answer.get("value"));
        int status = request.method().equals("POST")
                        && request.head().query("action").isEmpty()
                ? 201
                : 200;
        return response.withStatus(status).withBody(Content.of(value.toString()));
    }

    private static Response problem(Response response) {
        String type =
                switch (response.status()) {
                    case 400 -> "INVALID_ARGUMENT";
                    case 401 -> "UNAUTHENTICATED";
                    case 403 -> "UNAUTHORIZED";
                    case 404 -> "NOT_FOUND";
                    default -> "INTERNAL_SERVER_ERROR";
                };
        return response.with("Content-Type", "application/json")
                .withBody(Content.of("{\"error_type\":\"" + type + "\",\"messages\":[]}"));
    }

    private static Response noContent(Response response) {
        Response empty = response.withStatus(204).withBody(Content.NONE);
        return new Response(empty.head().without("Content-Length", "Content-Type"), Content.NONE);
    }

    /// Replaces nulls: in tagging responses of the simulator, each null is a list without members.
    private static JsonNode withoutNulls(JsonNode node) {
        return switch (node) {
            case NullNode _ -> JSON.createArrayNode();
            case ArrayNode list -> {
                list.forEach(ApiPaths::withoutNulls);
                yield list;
            }
            case ObjectNode object -> {
                object.properties().forEach(field -> field.setValue(withoutNulls(field.getValue())));
                yield object;
            }
            default -> node;
        };
    }

    private static Content wrapped(String name, JsonNode body) {
        return body.has(name)
                ? Content.of(body.toString())
                : Content.of(JSON.createObjectNode().set(name, body).toString());
    }

    private static Content orEmptyObject(JsonNode body) {
        return Content.of(body.isMissingNode() ? "{}" : body.toString());
    }

    private static JsonNode read(Content content) {
        try {
            return content.size() == 0 ? JSON.missingNode() : JSON.readTree(content.bytes());
        } catch (JsonProcessingException _) {
            return JSON.missingNode();
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
    }
}
