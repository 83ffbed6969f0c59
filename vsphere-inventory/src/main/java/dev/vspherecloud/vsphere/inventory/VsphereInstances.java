package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.IdentityPolicy;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VcenterAnswer;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.node.Instances;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The VMs behind Nodes, over all configured vCenters.
///
/// Threads: any; what is followed is kept in a concurrent map, whose entries also order what each watcher is told of a
/// Node, everything else is asked of the watchers.
public final class VsphereInstances implements Instances {
    private volatile List<VcenterWatcher> watchers;
    private final Map<NodeName, Following> followed = new ConcurrentHashMap<>();

    public VsphereInstances(List<VcenterWatcher> watchers) {
        this.watchers = List.copyOf(watchers);
    }

    /// From now on asks these watchers and no others. Those that are new are told of every Node; those that are asked
    /// no more are left to the caller, who also has all Nodes looked up again.
    public void use(List<VcenterWatcher> now) {
        var added = new ArrayList<>(now);
        added.removeAll(watchers);
        watchers = List.copyOf(now);
        followed.keySet()
                .forEach(node -> followed.computeIfPresent(node, (_, following) -> {
                    added.forEach(watcher -> watcher.follow(following.query()));
                    return following;
                }));
    }

    @Override
    public void follow(VmQuery query) {
        followed.compute(query.node(), (_, before) -> {
            watchers.forEach(watcher -> watcher.follow(query));
            return new Following(query, before == null ? Optional.empty() : before.memory());
        });
    }

    @Override
    public void forget(NodeName node) {
        followed.compute(node, (_, _) -> {
            watchers.forEach(watcher -> watcher.forget(node));
            return null;
        });
    }

    @Override
    public void awaitTags(NodeName node, boolean isSo) {
        Following following = followed.get(node);
        if (following != null) {
            watchers.forEach(watcher -> watcher.awaitTags(node, isSo && hasSome(watcher.answer(following.query()))));
        }
    }

    @Override
    public VmLookup lookup(NodeName node) {
        Following following = followed.get(node);
        if (following == null) {
            return new VmLookup.Pending();
        }
        var unasked = new ArrayList<VcenterWatcher>();
        var asked = new LinkedHashMap<VcenterWatcher, VcenterAnswer>();
        for (VcenterWatcher watcher : watchers) {
            if (watcher.wasNotAsked(following.query())) {
                unasked.add(watcher);
            } else {
                asked.put(watcher, watcher.answer(following.query()));
            }
        }
        VmLookup lookup = IdentityPolicy.decide(following.withMemory(), List.copyOf(asked.values()));
        return switch (lookup) {
            case VmLookup.Pending pending -> pending;
            case VmLookup.Found found -> found(following, found, asked);
            case VmLookup.Ambiguous _, VmLookup.Conflict _ -> {
                foundElsewhere(node, true, asked);
                yield lookup;
            }
            case VmLookup.Missing _,
                    VmLookup.Unknown _,
                    VmLookup.Unreadable _,
                    VmLookup.Elsewhere _,
                    VmLookup.Placeholder _,
                    VmLookup.Template _ -> {
                foundElsewhere(node, false, asked);
                // The vCenter that the record names does not have the VM, or is silent: the others may have it by now.
                unasked.forEach(watcher -> watcher.demand(node));
                yield unasked.isEmpty() ? lookup : new VmLookup.Pending();
            }
        };
    }

    private VmLookup found(Following following, VmLookup.Found found, Map<VcenterWatcher, VcenterAnswer> asked) {
        NodeName node = following.query().node();
        foundElsewhere(node, true, asked);
        var memory = Optional.of(RecordedVm.of(found.vm()));
        if (!following.memory().equals(memory)) {
            followed.computeIfPresent(node, (_, now) -> new Following(now.query(), memory));
        }
        if (following.query().recorded().isEmpty()) {
            // Chosen before all were heard: whoever was not is to say later whether it has such a VM too.
            asked.forEach((watcher, answer) -> {
                if (!(answer instanceof VcenterAnswer.Answered)) {
                    watcher.demand(node);
                }
            });
        }
        return found;
    }

    /// A vCenter that does not have what others have is not searched again and again.
    private static void foundElsewhere(NodeName node, boolean isFound, Map<VcenterWatcher, VcenterAnswer> asked) {
        asked.forEach((watcher, answer) -> watcher.foundElsewhere(node, isFound && !hasSome(answer)));
    }

    private static boolean hasSome(VcenterAnswer answer) {
        return answer instanceof VcenterAnswer.Answered(var _, var candidates) && !candidates.isEmpty();
    }

    /// A Node whose VM is wanted.
    ///
    /// @param memory the VM that was last found, which may not be recorded on the Node yet
    private record Following(VmQuery query, Optional<RecordedVm> memory) {
        VmQuery withMemory() {
            return memory.map(query::remembering).orElse(query);
        }
    }
}
