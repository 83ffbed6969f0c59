package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads the fields of a Node that this project needs, in the API server's spelling.
///
/// A Node of 12 kB has some 200 values, and this project keeps about twenty. The parser skips managedFields, images
/// and the like.
final class NodeJson {
    static final ObjectReader<CachedNode> READER = new ObjectReader<>(
            JsonFields.of(
                    "metadata.name",
                    "metadata.uid",
                    "metadata.resourceVersion",
                    "metadata.creationTimestamp",
                    "metadata.deletionTimestamp",
                    "metadata.labels",
                    "metadata.annotations",
                    "spec.providerID",
                    "spec.taints",
                    "status.addresses.type",
                    "status.addresses.address",
                    "status.conditions.type",
                    "status.conditions.status",
                    "status.conditions.lastHeartbeatTime",
                    "status.nodeInfo.systemUUID"),
            NodeJson::known);

    /// The key of an annotation that is not kept: `kubectl apply` stores a copy of the whole object there.
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    /// The maximum number of addresses that are kept. A Node has only a few, but its kubelet may write any number.
    private static final int MAX_ADDRESSES = 256;

    /// The maximum length of an address that is kept. It is that of a DNS name; no address is longer.
    private static final int MAX_ADDRESS = 253;

    private NodeJson() {}

    static CachedNode read(ApiAnswer answer) {
        return READER.object(answer.body().bytes());
    }

    private static CachedNode known(Json node) {
        if (node.text("metadata", "name").isBlank()) {
            throw new KubeException(KubeException.Kind.SERVER_FAILED, "the API server returned a Node without a name");
        }
        // Taints are kept as JSON, since patches write them back, and a newer Kubernetes may add fields.
        List<Json.Members> taints = node.list(Json::objectAt, "spec", "taints");
        NodeMeta meta = meta(node);
        return new CachedNode(
                new NodeView(
                        meta,
                        node.text("spec", "providerID"),
                        node.text("status", "nodeInfo", "systemUUID"),
                        taints.stream().anyMatch(NodeTaint::isUninitialized),
                        addresses(node),
                        health(node, meta, taints)),
                taints);
    }

    private static NodeHealth health(Json node, NodeMeta meta, List<Json.Members> taints) {
        Optional<Condition> ready = node.list(NodeJson::condition, "status", "conditions").stream()
                .filter(condition -> condition.type().equals("Ready"))
                .findFirst();
        return new NodeHealth(
                ready.map(NodeJson::status).orElse(NodeHealth.Ready.UNKNOWN),
                ready.map(condition -> instant(condition.heartbeat())).orElse(Instant.EPOCH),
                taints.stream().anyMatch(NodeTaint::isShutdown),
                !node.text("metadata", "deletionTimestamp").isEmpty(),
                RemovalMarkers.areOn(taints, meta.annotations()));
    }

    private record Condition(String type, String status, String heartbeat) {}

    private static Condition condition(Json condition) {
        return new Condition(condition.text("type"), condition.text("status"), condition.text("lastHeartbeatTime"));
    }

    private static NodeHealth.Ready status(Condition ready) {
        return switch (ready.status()) {
            case "True" -> NodeHealth.Ready.TRUE;
            case "False" -> NodeHealth.Ready.FALSE;
            default -> NodeHealth.Ready.UNKNOWN;
        };
    }

    private static NodeMeta meta(Json node) {
        Map<String, String> annotations = node.texts("metadata", "annotations");
        annotations.remove(LAST_APPLIED);
        return new NodeMeta(
                new NodeName(node.text("metadata", "name")),
                node.text("metadata", "uid"),
                node.text("metadata", "resourceVersion"),
                instant(node.text("metadata", "creationTimestamp")),
                node.texts("metadata", "labels"),
                annotations);
    }

    private static List<NodeAddress> addresses(Json node) {
        return node.list(NodeJson::address, "status", "addresses").stream()
                .limit(MAX_ADDRESSES)
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<NodeAddress> address(Json entry) {
        String text = entry.text("address");
        return NodeAddress.Type.parse(entry.text("type"))
                .filter(_ -> text.length() <= MAX_ADDRESS)
                .map(type -> new NodeAddress(type, text));
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }
}
