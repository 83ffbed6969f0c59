package dev.vspherecloud.ccm.application.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.wire.Request;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Every request to delete a Node that reached the API server through one proxy, whatever its result.
///
/// Threads: those of the proxy write, any may read.
public final class NodeDeletes {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// @param uid             the precondition; empty if there is none
    /// @param resourceVersion likewise
    public record Delete(String node, String uid, String resourceVersion) {}

    private final List<Delete> requested = new CopyOnWriteArrayList<>();

    private NodeDeletes() {}

    /// Starts to record.
    public static NodeDeletes at(FaultProxy apiProxy) {
        var deletes = new NodeDeletes();
        apiProxy.listen(deletes::record);
        return deletes;
    }

    public List<Delete> all() {
        return List.copyOf(requested);
    }

    /// Returns the names of the Nodes, one for each request.
    public List<String> names() {
        return requested.stream().map(Delete::node).toList();
    }

    private void record(String name, Request request) {
        if (name.equals("delete nodes")) {
            requested.add(read(request));
        } else if (name.equals("deletecollection nodes")) {
            requested.add(new Delete("all", "", ""));
        }
    }

    private static Delete read(Request request) {
        String path = request.path();
        JsonNode wanted = preconditions(request.body().text());
        return new Delete(
                path.substring(path.lastIndexOf('/') + 1),
                wanted.path("uid").asText(),
                wanted.path("resourceVersion").asText());
    }

    private static JsonNode preconditions(String body) {
        try {
            return JSON.readTree(body.isBlank() ? "{}" : body).path("preconditions");
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
