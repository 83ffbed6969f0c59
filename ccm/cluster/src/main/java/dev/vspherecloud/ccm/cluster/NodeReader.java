package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import dev.vspherecloud.kubernetes.watch.PagedList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads Nodes once, for a caller that does not need a watch. [KubeNodes] is the class with a watch.
///
/// Each request has a deadline of some seconds. Throws [KubeException] if the API server refuses or does not
/// answer.
///
/// Threads: may be used from anywhere.
public final class NodeReader {
    private static final Duration BUDGET = Duration.ofSeconds(10);

    private final ApiServer server;
    private final ObjectReader<CachedNode> reader;

    /// Creates a reader that keeps only the labels with fixed keys.
    public NodeReader(KubeConnection connection) {
        this(connection, Set.of());
    }

    /// Creates a reader that keeps the labels with these keys, too.
    public NodeReader(KubeConnection connection, Set<String> labelKeys) {
        this(connection.server(), labelKeys);
    }

    NodeReader(ApiServer server, Set<String> labelKeys) {
        this.server = server;
        this.reader = NodeJson.reader(labelKeys);
    }

    /// Reads one Node; empty if there is no Node with this name. Needs the permission `get`.
    public Optional<NodeView> read(NodeName name) {
        ApiCall call = ApiCall.get(ApiCall.path(KubeNodes.PATH, name.value()));
        ApiAnswer answer = server.call(call, BUDGET);
        return switch (answer.status()) {
            case 200 -> Optional.of(reader.object(answer.body().bytes()).view());
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
        new PagedList(server, KubeNodes.PATH, selector).forEach(reader, node -> nodes.add(node.view()));
        return nodes;
    }

    /// Reads all Nodes with their taints. Needs the permission `list`.
    public List<TaintedNode> listWithTaints() {
        var nodes = new ArrayList<TaintedNode>();
        new PagedList(server, KubeNodes.PATH, "").forEach(reader, node -> nodes.add(TaintedNode.of(node)));
        return nodes;
    }
}
