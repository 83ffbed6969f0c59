package dev.vspherecloud.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.domain.address.NodeAddress;
import dev.vspherecloud.domain.node.NodeMarks;
import dev.vspherecloud.domain.vm.ProviderId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/// The smallest strategic-merge patches for what is to be written to a Node. Pure.
///
/// Each carries the Node's uid and version, so that it hits neither a later Node of the same name nor a later state of
/// this one: the API server refuses it then. Empty where the Node has all of it.
final class NodePatches {
    private NodePatches() {}

    /// For the `status` subresource: exactly these addresses.
    ///
    /// The type declares that addresses merge by their type, which loses one of two addresses of a type; the
    /// replace directive overrides that.
    ///
    /// Rule from: kubernetes/cloud-provider, node helpers, fixupPatchForNodeStatusAddresses.
    static Optional<String> addresses(KnownNode seen, List<NodeAddress> addresses) {
        if (seen.view().addresses().equals(addresses)) {
            return Optional.empty();
        }
        ObjectNode patch = onlyAsSeen(seen);
        var list = patch.putObject("status").putArray("addresses");
        list.addObject().put("$patch", "replace");
        for (NodeAddress address : addresses) {
            list.addObject().put("type", address.type().spelling()).put("address", address.text());
        }
        return Optional.of(patch.toString());
    }

    /// Marks, and the taints that remain.
    static Optional<String> initialise(KnownNode seen, NodeMarks marks) {
        ObjectNode patch = onlyAsSeen(seen);
        ObjectNode metadata = patch.withObjectProperty("metadata");
        boolean isEmpty = !putChanged(
                metadata, "labels", marks.labels(), seen.view().meta().labels());
        isEmpty &= !putChanged(
                metadata, "annotations", marks.annotations(), seen.view().meta().annotations());
        Optional<String> providerId = marks.providerId()
                .map(ProviderId::toString)
                .filter(id -> !id.equals(seen.view().providerId()));
        providerId.ifPresent(id -> patch.withObjectProperty("spec").put("providerID", id));
        if (seen.view().uninitialized()) {
            patch.withObjectProperty("spec").set("taints", Json.from(NodeTaint.withoutUninitialized(seen.taints())));
        }
        return isEmpty && providerId.isEmpty() && !seen.view().uninitialized()
                ? Optional.empty()
                : Optional.of(patch.toString());
    }

    /// Exactly these taints, in this order.
    static Optional<String> taints(KnownNode seen, List<Map<String, Object>> taints) {
        if (taints.equals(seen.taints())) {
            return Optional.empty();
        }
        ObjectNode patch = onlyAsSeen(seen);
        patch.putObject("spec").set("taints", Json.from(taints));
        return Optional.of(patch.toString());
    }

    /// `DeleteOptions` that hit exactly this Node in exactly this state.
    static String preconditions(KnownNode seen) {
        ObjectNode options = Json.object().put("apiVersion", "v1").put("kind", "DeleteOptions");
        options.putObject("preconditions").put("uid", seen.uid()).put("resourceVersion", seen.resourceVersion());
        return options.toString();
    }

    static Optional<String> labels(KnownNode seen, Map<String, String> labels) {
        return metadata(seen, "labels", labels, seen.view().meta().labels());
    }

    static Optional<String> annotations(KnownNode seen, Map<String, String> annotations) {
        return metadata(seen, "annotations", annotations, seen.view().meta().annotations());
    }

    private static Optional<String> metadata(
            KnownNode seen, String field, Map<String, String> wanted, Map<String, String> present) {
        ObjectNode patch = onlyAsSeen(seen);
        return putChanged(patch.withObjectProperty("metadata"), field, wanted, present)
                ? Optional.of(patch.toString())
                : Optional.empty();
    }

    private static ObjectNode onlyAsSeen(KnownNode seen) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", seen.uid()).put("resourceVersion", seen.resourceVersion());
        return patch;
    }

    private static boolean putChanged(
            ObjectNode metadata, String field, Map<String, String> wanted, Map<String, String> present) {
        var changed = new TreeMap<>(wanted);
        changed.entrySet().removeIf(entry -> Objects.equals(present.get(entry.getKey()), entry.getValue()));
        if (!changed.isEmpty()) {
            metadata.set(field, Json.from(changed));
        }
        return !changed.isEmpty();
    }
}
