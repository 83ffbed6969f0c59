package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.ProvidedNodeIps;
import dev.vspherecloud.ccm.domain.lifecycle.LifecyclePolicy;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads the fields of a Node that this project needs, in the API server's spelling.
///
/// A Node of 12 kB has some 200 values, and this project keeps about twenty. The parser skips managedFields, images
/// and the like.
///
/// A kubelet may write 256 KiB of annotations and 1.5 MB of status to its own Node, and the holder of a token for
/// joining may create any number of Nodes. So only annotations and labels with known keys are kept, and each text and
/// list has a limit. A text beyond its limit is kept as its beginning with [JsonFields#CUT], so its key still exists:
/// `vspherecloud.dev/keep` with any value keeps the Node. All other texts with that end are malformed, which never
/// proves that a VM is gone.
final class NodeJson {
    /// The maximum length of texts such as a provider ID, an annotation or a timestamp. The longest valid annotation
    /// is `vspherecloud.dev/vm-home`.
    static final int MAX_TEXT = 512;

    /// The maximum number of items of a list that are read: a list of 150,000 small ones would take 40 MB.
    private static final int MAX_ITEMS = 1_024;

    /// The maximum number of addresses that are kept. A Node has only a few, but its kubelet may write any number.
    static final int MAX_ADDRESSES = 32;

    /// The maximum length of an address that is kept. It is that of a DNS name; no address is longer.
    private static final int MAX_ADDRESS = 253;

    /// The keys of the annotations that are read.
    static final Set<String> ANNOTATIONS = Stream.concat(
                    RecordedVm.KEYS.stream(),
                    Stream.of(LifecyclePolicy.KEEP, ProvidedNodeIps.ANNOTATION, RemovalMarkers.DELETE_MACHINE))
            .collect(Collectors.toSet());

    private static final JsonFields TEXT = JsonFields.text(MAX_TEXT);

    private static final JsonFields FIELDS = JsonFields.NONE
            .and(JsonFields.at(TEXT, "metadata", "name"))
            .and(JsonFields.at(TEXT, "metadata", "uid"))
            .and(JsonFields.at(TEXT, "metadata", "resourceVersion"))
            .and(JsonFields.at(TEXT, "metadata", "creationTimestamp"))
            .and(JsonFields.at(TEXT, "metadata", "deletionTimestamp"))
            .and(JsonFields.at(JsonFields.texts(ANNOTATIONS, MAX_TEXT), "metadata", "annotations"))
            .and(JsonFields.at(TEXT, "spec", "providerID"))
            // Taints are written back, so they are kept whole; NodeTaints limits their number.
            .and(JsonFields.at(JsonFields.ALL.withMaxItems(MAX_ITEMS), "spec", "taints"))
            .and(list("addresses", "type", "address"))
            .and(list("conditions", "type", "status", "lastHeartbeatTime"))
            .and(JsonFields.at(TEXT, "status", "nodeInfo", "systemUUID"));

    /// Keeps only the labels with fixed keys.
    static final ObjectReader<CachedNode> READER = reader(Set.of());

    private NodeJson() {}

    private static JsonFields list(String ofStatus, String... texts) {
        return JsonFields.at(JsonFields.texts(List.of(texts), MAX_TEXT).withMaxItems(MAX_ITEMS), "status", ofStatus);
    }

    /// Returns a reader that keeps the labels with these keys and with the fixed ones.
    static ObjectReader<CachedNode> reader(Set<String> labels) {
        var keys = new HashSet<>(NodeSettings.FIXED_LABEL_KEYS);
        keys.addAll(labels);
        return new ObjectReader<>(
                FIELDS.and(JsonFields.at(JsonFields.texts(keys, MAX_TEXT), "metadata", "labels")), NodeJson::known);
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
                NodeTaints.of(taints));
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
        return new NodeMeta(
                new NodeName(node.text("metadata", "name")),
                node.text("metadata", "uid"),
                node.text("metadata", "resourceVersion"),
                instant(node.text("metadata", "creationTimestamp")),
                node.texts("metadata", "labels"),
                node.texts("metadata", "annotations"));
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
