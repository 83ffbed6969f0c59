package dev.vspherecloud.csi.domain.topology;

import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Decides which topology labels a Node gets. Pure.
///
/// A label that the Node has wins, because the kubelet refuses a driver that reports another value; then an answer of
/// the `CSINodeTopology`; and only then the tags of vCenter. If these say something else, that is a remark.
///
/// Rule from: csi-production 4.
public final class NodeTopologyPolicy {
    private NodeTopologyPolicy() {}

    /// Decides how to answer.
    ///
    /// @param categories the configured categories; empty if volumes have no topology
    /// @param labels     the labels of the Node
    /// @param vm         the VM of the Node
    public static NodeTopologyDecision decide(
            NodeTopology asked, List<TopologyCategory> categories, Map<String, String> labels, VmLookup vm) {
        if (categories.isEmpty()) {
            return new NodeTopologyDecision.Labels(Map.of(), List.of());
        }
        Map<String, String> kept = kept(asked, categories, labels);
        TagWalk.Result computed = computed(asked, categories, vm);
        boolean isComplete = kept.size() == categories.size();
        return switch (computed) {
            case TagWalk.Result.Incomplete(NodeTopologyDecision reason) ->
                isComplete ? new NodeTopologyDecision.Labels(kept, List.of()) : reason;
            case TagWalk.Result.Complete(Map<String, String> values, List<String> conflicts) -> {
                var all = new TreeMap<>(values);
                all.putAll(kept);
                var remarks = new ArrayList<>(conflicts);
                difference(all, values).ifPresent(remarks::add);
                yield new NodeTopologyDecision.Labels(all, remarks);
            }
        };
    }

    /// Returns the labels that must stay: those of the Node, then those of an earlier answer.
    private static Map<String, String> kept(
            NodeTopology asked, List<TopologyCategory> categories, Map<String, String> labels) {
        var kept = new TreeMap<String, String>();
        for (TopologyCategory category : categories) {
            String key = category.labelKey();
            Optional.ofNullable(labels.get(key))
                    .filter(value -> !value.isEmpty())
                    .or(() -> asked.state() == NodeTopology.State.SUCCESS
                            ? Optional.ofNullable(asked.labels().get(key))
                            : Optional.empty())
                    .ifPresent(value -> kept.put(key, value));
        }
        return kept;
    }

    private static Optional<String> difference(Map<String, String> kept, Map<String, String> tags) {
        Map<String, String> other = tags.entrySet().stream()
                .filter(tag -> !tag.getValue().equals(kept.get(tag.getKey())))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        if (other.isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> before = new TreeMap<>(kept);
        before.keySet().retainAll(other.keySet());
        return Optional.of(
                "topology: found %s, but the tags in vCenter say %s; the labels stay, because volumes depend on them: move the VM back, correct the tags, or delete the Node and let it register again"
                        .formatted(TagWalk.text(before), TagWalk.text(other)));
    }

    private static TagWalk.Result computed(NodeTopology asked, List<TopologyCategory> categories, VmLookup lookup) {
        return switch (lookup) {
            case VmLookup.Found(Vm vm, var _, var _) ->
                isOther(asked, vm)
                        ? error(
                                "found the UUID %s in the CSINodeTopology, expected %s of the VM %s; restart the node plugin"
                                        .formatted(
                                                asked.nodeUuid(), vm.identity().biosUuid(), vm))
                        : TagWalk.search(
                                vm.placement().hostPath(),
                                categories,
                                vm.placement().unseenCategories());
            case VmLookup.Missing(List<String> vcenters, var _) ->
                error(
                        "found no VM with the UUID of the Node on %s, expected one; add the vCenter of the VM, or give the account System.Read on it"
                                .formatted(vcenters.isEmpty() ? "any vCenter" : String.join(", ", vcenters)));
            case VmLookup.Ambiguous(List<Vm> candidates) ->
                error("found several VMs with the UUID of the Node (%s), expected one; give each VM its own UUID"
                        .formatted(candidates.stream().map(Vm::toString).collect(Collectors.joining(", "))));
            case VmLookup.Conflict _ ->
                error(
                        "found a provider ID and a system UUID of different VMs on the Node, expected one VM; delete the Node and let it register again");
            case VmLookup.Elsewhere(Vm vm, var datacenter) ->
                error("found the VM %s %s".formatted(vm, datacenter.text(vm.vcenter())));
            case VmLookup.Placeholder(Vm vm) ->
                error("found only %s, a replication placeholder, expected the VM of the Node".formatted(vm));
            case VmLookup.Template(Vm vm) ->
                error("found only %s, a template, expected the VM of the Node".formatted(vm));
            case VmLookup.Unreadable _ ->
                error(
                        "found a VM whose identity the account may not read, expected System.Read on it; add the privilege");
            case VmLookup.Unknown unknown -> notKnown(unknown.mostSevere().why());
            case VmLookup.Pending _ -> notKnown("the VM of the Node is being looked up");
        };
    }

    private static boolean isOther(NodeTopology asked, Vm vm) {
        return SystemUuid.parse(asked.nodeUuid())
                .filter(uuid -> !uuid.isSameMachineAs(vm.identity().biosUuid()))
                .isPresent();
    }

    private static TagWalk.Result error(String message) {
        return new TagWalk.Result.Incomplete(new NodeTopologyDecision.Refused(message));
    }

    private static TagWalk.Result notKnown(String why) {
        return new TagWalk.Result.Incomplete(new NodeTopologyDecision.NotKnown(why));
    }
}
