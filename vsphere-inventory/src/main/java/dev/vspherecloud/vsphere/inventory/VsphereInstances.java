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

    List<VcenterWatcher> watchers() {
        return watchers;
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
            watchers.forEach(watcher -> watcher.awaitTags(node, isSo && hasVmOf(following.query(), watcher)));
        }
    }

    /// Without asking whom the record spares: that one would owe an answer.
    private static boolean hasVmOf(VmQuery query, VcenterWatcher watcher) {
        return !watcher.wasNotAsked(query) && hasSome(watcher.answer(query));
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
            case VmLookup.Found found -> {
                foundSomewhere(node, asked);
                keep(following, found, asked);
                yield found;
            }
            case VmLookup.Ambiguous _, VmLookup.Conflict _ -> {
                foundSomewhere(node, asked);
                yield lookup;
            }
            case VmLookup.Missing _,
                    VmLookup.Unknown _,
                    VmLookup.Unreadable _,
                    VmLookup.Elsewhere _,
                    VmLookup.Placeholder _,
                    VmLookup.Template _ -> asksFurther(node, asked, unasked) ? new VmLookup.Pending() : lookup;
        };
    }

    /// A vCenter that does not have what others have is not searched again and again.
    private static void foundSomewhere(NodeName node, Map<VcenterWatcher, VcenterAnswer> asked) {
        asked.forEach((watcher, answer) -> {
            if (hasSome(answer)) {
                watcher.foundHere(node);
            } else {
                watcher.foundElsewhere(node);
            }
        });
    }

    /// Remembers the VM; and when it was chosen before all were heard, whoever was not is to say later whether it has
    /// such a VM too.
    private void keep(Following following, VmLookup.Found found, Map<VcenterWatcher, VcenterAnswer> asked) {
        NodeName node = following.query().node();
        var memory = Optional.of(RecordedVm.of(found.vm()));
        if (!following.memory().equals(memory)) {
            followed.computeIfPresent(node, (_, now) -> new Following(now.query(), memory));
        }
        if (following.query().recorded().isEmpty()) {
            asked.forEach((watcher, answer) -> {
                if (!(answer instanceof VcenterAnswer.Answered)) {
                    watcher.demand(node);
                }
            });
        }
    }

    /// The vCenter that the record names does not have the VM, or is silent: the others may have it by now, also those
    /// that were searched when it was still there.
    ///
    /// @return whether there are any
    private static boolean asksFurther(
            NodeName node, Map<VcenterWatcher, VcenterAnswer> asked, List<VcenterWatcher> unasked) {
        unasked.forEach(watcher -> watcher.demand(node));
        boolean further = !unasked.isEmpty();
        for (Map.Entry<VcenterWatcher, VcenterAnswer> each : asked.entrySet()) {
            boolean isOutdated = each.getKey().foundNowhere(node);
            further |= isOutdated && each.getValue() instanceof VcenterAnswer.Answered;
        }
        return further;
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
