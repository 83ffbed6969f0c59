package dev.vspherecloud.kubernetes;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.vspherecloud.domain.address.NodeAddress;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.node.NodeHealth;
import dev.vspherecloud.domain.node.NodeMeta;
import dev.vspherecloud.domain.node.NodeView;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The fields of a Node that are read, in the API server's spelling.
///
/// A Node of 12 kB has some 200 values and we hold about twenty: managedFields, images and the like are skipped
/// by the parser.
record NodeJson(
        @Nullable Meta metadata,
        @Nullable Spec spec,
        @Nullable Status status) {
    record Meta(
            @Nullable String name,
            @Nullable String uid,
            @Nullable String resourceVersion,
            @Nullable String creationTimestamp,
            @Nullable String deletionTimestamp,
            @Nullable Map<String, String> labels,
            @Nullable Map<String, String> annotations) {}

    /// @param taints as they stand, since they are written back: a newer Kubernetes may give them more fields
    record Spec(
            @Nullable @JsonProperty("providerID") String providerId,
            @Nullable List<Map<String, Object>> taints) {}

    record Status(
            @Nullable List<Address> addresses,
            @Nullable NodeSystem nodeInfo,
            @Nullable List<Condition> conditions) {}

    record Address(@Nullable String type, @Nullable String address) {}

    record Condition(
            @Nullable String type,
            @Nullable String status,
            @Nullable String lastHeartbeatTime) {}

    record NodeSystem(@Nullable @JsonProperty("systemUUID") String systemUuid) {}

    /// One page of Nodes.
    record Page(@Nullable ListMeta metadata, @Nullable List<NodeJson> items) {
        Mirror.Page<KnownNode> known() {
            return ListMeta.page(metadata, items, NodeJson::known);
        }
    }

    /// `kubectl apply` keeps a copy of the whole object here; nobody needs it twice.
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    /// A Node has a handful; the kubelet may write any number.
    private static final int MOST_ADDRESSES = 256;

    /// As long as a DNS name may be; no address is longer.
    private static final int LONGEST_ADDRESS = 253;

    static KnownNode parse(ApiAnswer answer) {
        return Json.read(answer.body().bytes(), NodeJson.class).known();
    }

    KnownNode known() {
        if (metadata == null || orEmpty(metadata.name()).isBlank()) {
            throw new KubeException(
                    KubeException.Kind.SERVER_FAILED, "the API server answered with a Node that has no name");
        }
        List<Map<String, Object>> taints = spec == null || spec.taints() == null ? List.of() : spec.taints();
        NodeMeta meta = meta(metadata);
        return new KnownNode(
                new NodeView(
                        meta,
                        spec == null ? "" : orEmpty(spec.providerId()),
                        status == null || status.nodeInfo() == null
                                ? ""
                                : orEmpty(status.nodeInfo().systemUuid()),
                        taints.stream().anyMatch(NodeTaint::isUninitialized),
                        addresses(),
                        health(metadata, meta, taints)),
                taints);
    }

    private NodeHealth health(Meta metadata, NodeMeta meta, List<Map<String, Object>> taints) {
        Optional<Condition> ready = ready();
        return new NodeHealth(
                ready.map(NodeJson::status).orElse(NodeHealth.Ready.UNKNOWN),
                ready.map(condition -> instant(orEmpty(condition.lastHeartbeatTime())))
                        .orElse(Instant.EPOCH),
                taints.stream().anyMatch(NodeTaint::isShutdown),
                !orEmpty(metadata.deletionTimestamp()).isEmpty(),
                LeavingMarks.areOn(taints, meta.annotations()));
    }

    private Optional<Condition> ready() {
        return status == null || status.conditions() == null
                ? Optional.empty()
                : status.conditions().stream()
                        .filter(condition -> "Ready".equals(condition.type()))
                        .findFirst();
    }

    private static NodeHealth.Ready status(Condition ready) {
        return switch (orEmpty(ready.status())) {
            case "True" -> NodeHealth.Ready.TRUE;
            case "False" -> NodeHealth.Ready.FALSE;
            default -> NodeHealth.Ready.UNKNOWN;
        };
    }

    private static NodeMeta meta(Meta metadata) {
        var annotations = new HashMap<String, String>();
        if (metadata.annotations() != null) {
            annotations.putAll(metadata.annotations());
            annotations.remove(LAST_APPLIED);
        }
        return new NodeMeta(
                new NodeName(orEmpty(metadata.name())),
                orEmpty(metadata.uid()),
                orEmpty(metadata.resourceVersion()),
                instant(orEmpty(metadata.creationTimestamp())),
                metadata.labels() == null ? Map.of() : metadata.labels(),
                annotations);
    }

    private List<NodeAddress> addresses() {
        if (status == null || status.addresses() == null) {
            return List.of();
        }
        return status.addresses().stream()
                .limit(MOST_ADDRESSES)
                .map(NodeJson::address)
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<NodeAddress> address(Address entry) {
        return NodeAddress.Type.parse(orEmpty(entry.type()))
                .filter(_ -> orEmpty(entry.address()).length() <= LONGEST_ADDRESS)
                .map(type -> new NodeAddress(type, orEmpty(entry.address())));
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
