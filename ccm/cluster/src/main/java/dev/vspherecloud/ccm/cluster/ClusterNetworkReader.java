package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import dev.vspherecloud.kubernetes.watch.PagedList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Reads once the objects of the cluster that a service controller and a route controller would handle.
///
/// Throws [KubeException] if the API server refuses or does not answer.
///
/// Threads: may be used from anywhere.
public final class ClusterNetworkReader {
    private static final String SERVICES = "/api/v1/services";
    private static final ObjectReader<Json> READER = new ObjectReader<>(
            JsonFields.of("metadata.namespace", "metadata.name", "spec.type", "spec.podCIDRs"), object -> object);

    /// The finalizer that the service controller of a cloud provider sets. Load balancers without a cloud provider,
    /// such as MetalLB and kube-vip, do not set it.
    ///
    /// Rule from: kubernetes/cloud-provider, service/helpers (LoadBalancerCleanupFinalizer).
    private static final String FINALIZER = "service.kubernetes.io/load-balancer-cleanup";

    private static final ObjectReader<Json> SERVED = new ObjectReader<>(
            JsonFields.of("metadata.namespace", "metadata.name", "metadata.finalizers", "spec.type"), object -> object);

    private final ApiServer server;

    public ClusterNetworkReader(KubeConnection connection) {
        this(connection.server());
    }

    ClusterNetworkReader(ApiServer server) {
        this.server = server;
    }

    /// Returns the Services of type LoadBalancer as `namespace/name`. Needs the permission to list Services.
    public List<String> loadBalancers() {
        var names = new ArrayList<String>();
        forEachItem(SERVICES, READER, service -> {
            if (isLoadBalancer(service)) {
                names.add(name(service));
            }
        });
        return names;
    }

    /// Returns the Services of type LoadBalancer that a cloud provider serves, as `namespace/name`. Needs the
    /// permission to list Services.
    public List<String> servedLoadBalancers() {
        var names = new ArrayList<String>();
        forEachItem(SERVICES, SERVED, service -> {
            if (isLoadBalancer(service)
                    && service.find("metadata", "finalizers").items().stream()
                            .anyMatch(finalizer -> finalizer.asText().equals(FINALIZER))) {
                names.add(name(service));
            }
        });
        return names;
    }

    private static boolean isLoadBalancer(Json service) {
        return service.find("spec", "type").asText().equals("LoadBalancer");
    }

    private static String name(Json service) {
        return "%s/%s"
                .formatted(
                        service.find("metadata", "namespace").asText(),
                        service.find("metadata", "name").asText());
    }

    /// Returns the Nodes that have address ranges for Pods, for example `w-1 10.244.0.0/24`. Needs the permission
    /// to list Nodes.
    public List<String> podRanges() {
        var ranges = new ArrayList<String>();
        forEachItem(KubeNodes.PATH, READER, node -> {
            String all = node.find("spec", "podCIDRs").items().stream()
                    .map(Json::asText)
                    .collect(Collectors.joining(","));
            if (!all.isEmpty()) {
                ranges.add(node.find("metadata", "name").asText() + " " + all);
            }
        });
        return ranges;
    }

    private void forEachItem(String collection, ObjectReader<Json> reader, Consumer<Json> consumer) {
        new PagedList(server, collection, "").forEach(reader, consumer);
    }
}
