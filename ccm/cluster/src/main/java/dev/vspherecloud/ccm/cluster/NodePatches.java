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

/// Builds the smallest strategic merge patches for a Node. Pure.
///
/// Each patch carries the Node's uid and version. The API server refuses it for a later Node of the same name, and
/// for a later state of the same Node. A patch is empty if the Node has all of it already.
final class NodePatches {
    private NodePatches() {}

    /// Patches the `status` subresource to exactly these addresses.
    ///
    /// The type declares that addresses merge by their type, which loses one of two addresses of a type. The
    /// replace directive overrides that.
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

    /// Patches the fields of the initialisation, and removes the taint of an uninitialised Node.
    static Optional<String> initialise(CachedNode seen, InitialisationPatch marks) {
        Json.Members target = onlyAsSeen(seen);
        NodeMeta meta = seen.view().meta();
        Json.Members patch = withChanged(
                withChanged(target, "labels", marks.labels(), meta.labels()),
                "annotations",
                marks.annotations(),
                meta.annotations());
        Json.Members spec = marks.providerId()
                .map(ProviderId::toString)
                .filter(id -> !id.equals(seen.view().providerId()))
                .map(id -> Json.object().with("providerID", id))
                .orElse(Json.object());
        if (seen.view().isUninitialised()) {
            spec = spec.with("taints", Json.items(NodeTaint.withoutUninitialized(seen.taints())));
        }
        if (!spec.members().isEmpty()) {
            patch = patch.with("spec", spec);
        }
        return patch.equals(target) ? Optional.empty() : Optional.of(patch.toString());
    }

    /// Patches the taints to exactly these, in this order.
    static Optional<String> taints(CachedNode seen, List<Json.Members> taints) {
        if (taints.equals(seen.taints())) {
            return Optional.empty();
        }
        Json.Members spec = Json.object().with("taints", Json.items(taints));
        return Optional.of(onlyAsSeen(seen).with("spec", spec).toString());
    }

    /// Returns `DeleteOptions` that delete the Node only in exactly this state.
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

    /// Adds the wanted entries of a metadata field that are missing or different to the patch.
    private static Json.Members withChanged(
            Json.Members patch, String field, Map<String, String> wanted, Map<String, String> present) {
        var changed = new TreeMap<>(wanted);
        changed.entrySet().removeIf(entry -> Objects.equals(present.get(entry.getKey()), entry.getValue()));
        return changed.isEmpty()
                ? patch
                : patch.with("metadata", patch.objectAt("metadata").with(field, Json.texts(changed)));
    }
}
