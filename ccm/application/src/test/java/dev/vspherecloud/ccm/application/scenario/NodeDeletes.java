package dev.vspherecloud.ccm.application.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.wire.Request;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Every delete of a Node that was asked of the API server through one proxy, whatever became of it.
///
/// Threads: the proxy's write, any may read.
public final class NodeDeletes {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// @param uid             as a precondition; empty when there is none
    /// @param resourceVersion likewise
    public record Delete(String node, String uid, String resourceVersion) {}

    private final List<Delete> asked = new CopyOnWriteArrayList<>();

    private NodeDeletes() {}

    /// Listens from now on.
    public static NodeDeletes at(FaultProxy apiProxy) {
        var deletes = new NodeDeletes();
        apiProxy.listen(deletes::hear);
        return deletes;
    }

    public List<Delete> all() {
        return List.copyOf(asked);
    }

    /// The names of the Nodes, each as often as it was asked for.
    public List<String> names() {
        return asked.stream().map(Delete::node).toList();
    }

    private void hear(String name, Request request) {
        if (name.equals("delete nodes")) {
            asked.add(read(request));
        } else if (name.equals("deletecollection nodes")) {
            asked.add(new Delete("all", "", ""));
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
