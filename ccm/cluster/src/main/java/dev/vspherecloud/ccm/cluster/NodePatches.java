package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.node.InitialisationPatch;
import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.domain.vm.ProviderId;
import dev.vspherecloud.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/// Builds the smallest possible strategic merge patches for a Node. Pure.
///
/// Each patch contains the Node's uid and resource version. So the API server refuses it for a later Node of the
/// same name, and for a later state of the same Node. If the Node already has all values of a patch, the method
/// returns empty.
final class NodePatches {
    private NodePatches() {}

    /// Returns the patch that replaces `status.addresses` with exactly these addresses.
    ///
    /// By its schema the list is merged by address type, which loses one of two addresses of the same type. The
    /// directive `$patch: replace` prevents that.
    ///
    /// Rule from: kubernetes/cloud-provider, node helpers, fixupPatchForNodeStatusAddresses.
    static Optional<String> addresses(CachedNode seen, List<NodeAddress> addresses) {
        if (seen.view().addresses().equals(addresses)) {
            return Optional.empty();
        }
        var list = new ArrayList<Json>();
        list.add(Json.object().with("$patch", "replace"));
        for (NodeAddress address : addresses) {
            list.add(Json.object().with("type", address.type().spelling()).with("address", address.text()));
        }
        Json.Members status = Json.object().with("addresses", Json.items(list));
        return Optional.of(onlyAsSeen(seen).with("status", status).toString());
    }

    /// Returns the patch that sets the labels, annotations and provider ID of the initialisation, and removes the
    /// `uninitialized` taint.
    static Optional<String> initialise(CachedNode seen, InitialisationPatch initialisation) {
        Json.Members target = onlyAsSeen(seen);
        NodeMeta meta = seen.view().meta();
        Json.Members patch = withChanged(
                withChanged(target, "labels", initialisation.labels(), meta.labels()),
                "annotations",
                initialisation.annotations(),
                meta.annotations());
        Json.Members spec = initialisation
                .providerId()
                .map(ProviderId::toString)
                .filter(id -> !id.equals(seen.view().providerId()))
                .map(id -> Json.object().with("providerID", id))
                .orElse(Json.object());
        if (seen.view().isUninitialised()) {
            spec = spec.with(
                    "taints",
                    Json.items(NodeTaint.withoutUninitialized(seen.taints().all())));
        }
        if (!spec.members().isEmpty()) {
            patch = patch.with("spec", spec);
        }
        return patch.equals(target) ? Optional.empty() : Optional.of(patch.toString());
    }

    /// Returns the patch that sets the taints to exactly these, in this order.
    static Optional<String> taints(CachedNode seen, List<Json.Members> taints) {
        if (taints.equals(seen.taints().all())) {
            return Optional.empty();
        }
        Json.Members spec = Json.object().with("taints", Json.items(taints));
        return Optional.of(onlyAsSeen(seen).with("spec", spec).toString());
    }

    /// Returns `DeleteOptions` with the uid and resource version of this state as preconditions.
    static String preconditions(CachedNode seen) {
        return Json.object()
                .with("apiVersion", "v1")
                .with("kind", "DeleteOptions")
                .with("preconditions", state(seen))
                .toString();
    }

    static Optional<String> labels(CachedNode seen, Map<String, String> labels) {
        return metadata(seen, "labels", labels, seen.view().meta().labels());
    }

    static Optional<String> annotations(CachedNode seen, Map<String, String> annotations) {
        return metadata(seen, "annotations", annotations, seen.view().meta().annotations());
    }

    private static Optional<String> metadata(
            CachedNode seen, String field, Map<String, String> wanted, Map<String, String> present) {
        Json.Members target = onlyAsSeen(seen);
        Json.Members patch = withChanged(target, field, wanted, present);
        return patch.equals(target) ? Optional.empty() : Optional.of(patch.toString());
    }

    private static Json.Members onlyAsSeen(CachedNode seen) {
        return Json.object().with("metadata", state(seen));
    }

    private static Json.Members state(CachedNode seen) {
        return Json.object().with("uid", seen.uid()).with("resourceVersion", seen.resourceVersion());
    }

    /// Adds those wanted entries of a metadata field to the patch that the Node lacks or has with another value.
    ///
    /// @param field `labels` or `annotations`
    private static Json.Members withChanged(
            Json.Members patch, String field, Map<String, String> wanted, Map<String, String> present) {
        var changed = new TreeMap<>(wanted);
        changed.entrySet().removeIf(entry -> Objects.equals(present.get(entry.getKey()), entry.getValue()));
        return changed.isEmpty()
                ? patch
                : patch.with("metadata", patch.objectAt("metadata").with(field, Json.texts(changed)));
    }
}
