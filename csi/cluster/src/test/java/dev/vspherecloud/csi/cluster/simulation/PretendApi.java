package dev.vspherecloud.csi.cluster.simulation;

import dev.vspherecloud.csi.cluster.KubeOperationRecords;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonReader;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiBody;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiObserver;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.ApiStream;
import dev.vspherecloud.kubernetes.ApiTransport;
import dev.vspherecloud.kubernetes.KubeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// An API server that keeps records, checks resourceVersions, and loses answers.
final class PretendApi implements ApiTransport {
    private static final JsonReader READER = new JsonReader(50, 100_000);

    private final Events events;
    private final Faults faults;
    private final Invariants invariants;
    private final Safeguard disabled;
    private final Map<String, Json.Members> objects = new TreeMap<>();
    private long version = 100;

    PretendApi(Events events, Faults faults, Invariants invariants, Safeguard disabled) {
        this.events = events;
        this.faults = faults;
        this.invariants = invariants;
        this.disabled = disabled;
    }

    KubeOperationRecords store() {
        return new KubeOperationRecords(
                ApiServer.withObserver("https://api.test", this, () -> 0L, _ -> {}, ApiObserver.NONE), () -> 0L, "csi");
    }

    Map<String, Json.Members> objects() {
        return objects;
    }

    /// Puts the state of an earlier time back.
    void restore(Map<String, Json.Members> earlier) {
        objects.clear();
        objects.putAll(earlier);
    }

    @Override
    public ApiAnswer send(ApiCall call, Duration deadline) {
        if (faults.happens(0.01)) {
            throw new KubeException(KubeException.Kind.UNREACHABLE, "the request was lost");
        }
        ApiAnswer answer = answer(call);
        if (faults.happens(0.02)) {
            invariants.saw("lost answer of the API server");
            throw new KubeException(KubeException.Kind.TIMEOUT, "the answer was lost");
        }
        return answer;
    }

    @Override
    public ApiStream open(ApiCall call, Duration deadline) {
        throw new UnsupportedOperationException();
    }

    private ApiAnswer answer(ApiCall call) {
        String path = call.path().replaceFirst("\\?.*", "");
        String name = path.endsWith("/cnsvolumeoperationrequests") ? "" : path.substring(path.lastIndexOf('/') + 1);
        Json body = READER.read(call.body().getBytes(StandardCharsets.UTF_8));
        return switch (call.method()) {
            case "GET" -> name.isEmpty() ? list() : found(name);
            case "POST" -> create(body.asObject());
            case "PATCH" -> change(name, body.asObject());
            case "DELETE" ->
                delete(name, body.find("preconditions", "resourceVersion").asText());
            default -> throw new AssertionError(call);
        };
    }

    private ApiAnswer list() {
        return reply(
                200,
                Json.object()
                        .with("metadata", Json.object().with("resourceVersion", Long.toString(version)))
                        .with("items", Json.items(new ArrayList<>(objects.values()))));
    }

    private ApiAnswer found(String name) {
        Json.Members object = objects.get(name);
        return object == null ? missing(name) : reply(200, object);
    }

    private ApiAnswer create(Json.Members object) {
        String name = object.find("metadata", "name").asText();
        return objects.containsKey(name) ? conflict() : store(name, object);
    }

    private ApiAnswer change(String name, Json.Members patch) {
        Json.Members old = objects.get(name);
        if (old == null) {
            return missing(name);
        }
        if (isOther(old, patch.find("metadata", "resourceVersion").asText())) {
            return conflict();
        }
        var status = new LinkedHashMap<>(old.find("status").members());
        patch.find("status").members().forEach((field, value) -> {
            if (value instanceof Json.Missing) {
                status.remove(field);
            } else {
                status.put(field, value);
            }
        });
        return store(name, old.with("status", Json.object(status)));
    }

    private ApiAnswer delete(String name, String expected) {
        Json.Members old = objects.get(name);
        if (old == null) {
            return missing(name);
        }
        if (isOther(old, expected)) {
            return conflict();
        }
        objects.remove(name);
        return reply(200, Json.object());
    }

    private boolean isOther(Json.Members old, String expected) {
        return disabled != Safeguard.VERSIONS
                && !old.find("metadata", "resourceVersion").asText().equals(expected);
    }

    private ApiAnswer store(String name, Json.Members object) {
        Json.Members metadata = object.find("metadata").asObject().with("resourceVersion", Long.toString(++version));
        Json.Members stored = object.with("metadata", metadata);
        List<String> problems = GoRecordReader.problems(stored, false);
        invariants.require(problems.isEmpty(), () -> "Go reads %s: %s".formatted(name, problems));
        objects.put(name, stored);
        events.trace(() -> "record %s: %s".formatted(name, stored.find("status")));
        return reply(200, stored);
    }

    private static ApiAnswer missing(String name) {
        return reply(404, Json.object().with("details", Json.object().with("name", name)));
    }

    private ApiAnswer conflict() {
        invariants.saw("conflict");
        return reply(409, Json.object());
    }

    private static ApiAnswer reply(int status, Json body) {
        return new ApiAnswer(
                status, Optional.empty(), new ApiBody(body.toString().getBytes(StandardCharsets.UTF_8)));
    }
}
