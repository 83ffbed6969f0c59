package dev.vspherecloud.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Reads once what a service controller and a route controller work on.
///
/// [KubeException] says that the API server refused or did not answer.
///
/// Threads: may be used from anywhere.
public final class ClusterNetworkReader {
    private static final String SERVICES = "/api/v1/services";

    private final ApiServer server;

    public ClusterNetworkReader(KubeConnection connection) {
        this(connection.server());
    }

    ClusterNetworkReader(ApiServer server) {
        this.server = server;
    }

    /// The Services of type LoadBalancer as `namespace/name`, with the right `list`.
    public List<String> loadBalancers() {
        var names = new ArrayList<String>();
        each(SERVICES, service -> {
            if (service.at("/spec/type").asText().equals("LoadBalancer")) {
                names.add("%s/%s"
                        .formatted(
                                service.at("/metadata/namespace").asText(),
                                service.at("/metadata/name").asText()));
            }
        });
        return names;
    }

    /// The Nodes that have ranges of addresses for Pods, as `w-1 10.244.0.0/24`, with the right `list`.
    public List<String> podRanges() {
        var ranges = new ArrayList<String>();
        each(KubeNodes.PATH, node -> {
            String all = node.at("/spec/podCIDRs")
                    .valueStream()
                    .map(JsonNode::asText)
                    .collect(Collectors.joining(","));
            if (!all.isEmpty()) {
                ranges.add(node.at("/metadata/name").asText() + " " + all);
            }
        });
        return ranges;
    }

    private void each(String collection, Consumer<JsonNode> consumer) {
        String next = "";
        do {
            JsonNode page =
                    server.expect(CollectionWatcher.page(collection, next)).json();
            page.path("items").forEach(consumer);
            next = page.at("/metadata/continue").asText("");
        } while (!next.isEmpty());
    }
}
