package dev.vspherecloud.kubernetes;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.node.NodeView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads Nodes once, for whoever needs them at one moment and no watch. [KubeNodes] follows them.
///
/// Each request has a deadline of some seconds; [KubeException] says that the API server refused or did not answer.
///
/// Threads: may be used from anywhere.
public final class NodeReader {
    private static final String NODES = "/api/v1/nodes";
    private static final Duration BUDGET = Duration.ofSeconds(10);

    /// Small enough that a page of Nodes with everything in them (12 kB each) is no burden on the heap.
    private static final int PAGE = 250;

    private final ApiServer server;

    public NodeReader(KubeConnection connection) {
        this(connection.server());
    }

    NodeReader(ApiServer server) {
        this.server = server;
    }

    /// One Node, with the right `get`; empty when there is none of this name.
    public Optional<NodeView> read(NodeName name) {
        ApiCall call = ApiCall.get(ApiCall.path(NODES, name.value()));
        ApiAnswer answer = server.call(call, BUDGET);
        return switch (answer.status()) {
            case 200 -> Optional.of(NodeJson.parse(answer).view());
            case 404 -> Optional.empty();
            default -> throw server.refusal(call, answer);
        };
    }

    /// All Nodes, with the right `list`, in the order of the API server: by name.
    public List<NodeView> list() {
        var nodes = new ArrayList<NodeView>();
        String next = "";
        do {
            Mirror.Page<KnownNode> page = page(next);
            page.objects().forEach(node -> nodes.add(node.view()));
            next = page.next();
        } while (!next.isEmpty());
        return nodes;
    }

    /// @param from what the page before said about the next; empty for the first
    private Mirror.Page<KnownNode> page(String from) {
        ApiCall call =
                ApiCall.get(NODES + "?limit=" + PAGE + (from.isEmpty() ? "" : "&continue=" + ApiCall.encode(from)));
        return Json.read(server.expect(call).body().bytes(), NodeJson.Page.class)
                .known();
    }
}
