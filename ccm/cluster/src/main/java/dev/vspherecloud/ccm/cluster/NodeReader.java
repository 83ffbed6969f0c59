package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.watch.Reflector;
import dev.vspherecloud.kubernetes.watch.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads Nodes once, for a caller that does not need a watch. [KubeNodes] is the class with a watch.
///
/// Each request has a deadline of some seconds. Throws [KubeException] if the API server refuses or does not
/// answer.
///
/// Threads: may be used from anywhere.
public final class NodeReader {
    private static final Duration BUDGET = Duration.ofSeconds(10);

    private final ApiServer server;

    public NodeReader(KubeConnection connection) {
        this(connection.server());
    }

    NodeReader(ApiServer server) {
        this.server = server;
    }

    /// Reads one Node; empty if there is no Node with this name. Needs the permission `get`.
    public Optional<NodeView> read(NodeName name) {
        ApiCall call = ApiCall.get(ApiCall.path(KubeNodes.PATH, name.value()));
        ApiAnswer answer = server.call(call, BUDGET);
        return switch (answer.status()) {
            case 200 -> Optional.of(NodeJson.read(answer).view());
            case 404 -> Optional.empty();
            default -> throw server.failure(call, answer);
        };
    }

    /// Reads all Nodes, in the order of the API server, which sorts by name. Needs the permission `list`.
    public List<NodeView> list() {
        return list("");
    }

    /// Reads the Nodes whose labels match, in the order of the API server. Needs the permission `list`.
    ///
    /// @param selector a label selector; empty for all Nodes. The API server checks its syntax
    public List<NodeView> list(String selector) {
        var nodes = new ArrayList<NodeView>();
        String next = "";
        do {
            Store.Page<CachedNode> page = page(selector, next);
            page.objects().forEach(node -> nodes.add(node.view()));
            next = page.next();
        } while (!next.isEmpty());
        return nodes;
    }

    /// Reads all Nodes with their taints. Needs the permission `list`.
    public List<TaintedNode> listWithTaints() {
        var nodes = new ArrayList<TaintedNode>();
        String next = "";
        do {
            Store.Page<CachedNode> page = page("", next);
            page.objects().forEach(node -> nodes.add(TaintedNode.of(node)));
            next = page.next();
        } while (!next.isEmpty());
        return nodes;
    }

    private Store.Page<CachedNode> page(String selector, String from) {
        ApiCall call = Reflector.page(KubeNodes.PATH, selector, from);
        return NodeJson.READER.page(server.expect(call).body().bytes());
    }
}
