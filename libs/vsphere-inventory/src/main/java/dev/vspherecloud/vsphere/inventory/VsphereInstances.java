package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.IdentityPolicy;
import dev.vspherecloud.domain.identity.Instances;
import dev.vspherecloud.domain.identity.NameMatching;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VcenterAnswer;
import dev.vspherecloud.domain.identity.VmCandidate;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.Vm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// Looks up the VMs of Nodes in all configured vCenters.
///
/// Threads: any; the followed Nodes are kept in a concurrent map, whose entries also order the calls to each
/// watcher about a Node. The watchers answer everything else.
public final class VsphereInstances implements Instances {
    private volatile List<VcenterWatcher> watchers;
    private volatile boolean matchesByName;
    private final Map<NodeName, Following> followed = new ConcurrentHashMap<>();

    /// Held while a VM is assigned by its name, so that no two Nodes get the same VM.
    private final ReentrantLock byName = new ReentrantLock();

    public VsphereInstances(List<VcenterWatcher> watchers) {
        this.watchers = List.copyOf(watchers);
    }

    /// Sets whether a Node without a VM of its system UUID gets the VM with its name. The caller has all Nodes
    /// looked up again.
    public void matchByName(boolean isOn) {
        matchesByName = isOn;
    }

    /// Uses these watchers and no others from now on. New watchers get every followed Node. The caller ends the
    /// watchers that are no longer used, and has all Nodes looked up again.
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
            return before == null ? Following.begin(query) : before.with(query);
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

    /// Returns true if the vCenter has the VM. A vCenter that the record rules out is not asked: it would then owe
    /// an answer.
    private static boolean hasVmOf(VmQuery query, VcenterWatcher watcher) {
        return !watcher.wasNotAsked(query) && hasSome(query, watcher.answer(query));
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
        VmLookup lookup = decide(following, List.copyOf(asked.values()));
        return switch (lookup) {
            case VmLookup.Pending pending -> pending;
            case VmLookup.Found found -> {
                if (!following.query().isByNameAlone(found.vm().identity())) {
                    foundSomewhere(following.query(), asked);
                }
                demand(following, asked);
                yield found;
            }
            case VmLookup.Ambiguous _, VmLookup.Conflict _ -> {
                foundSomewhere(following.query(), asked);
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

    /// Decides which VM belongs to the Node, and remembers the VM.
    private VmLookup decide(Following following, List<VcenterAnswer> answers) {
        NodeName node = following.query().node();
        var names = new NameMatching(matchesByName, vm -> owner(vm, node));
        boolean mayBeByName = following.query().mayMatchByName();
        if (mayBeByName) {
            byName.lock();
        }
        try {
            VmLookup lookup = IdentityPolicy.decide(following.withMemory(), answers, names);
            Following after = following.after(lookup);
            if (!after.equals(following)) {
                followed.computeIfPresent(node, (_, now) -> after.with(now.query()));
            }
            return lookup;
        } finally {
            if (mayBeByName) {
                byName.unlock();
            }
        }
    }

    /// Returns the other Node that names this VM by its UUID, or that got it by its name.
    private Optional<NodeName> owner(Vm vm, NodeName asking) {
        return followed.values().stream()
                .filter(other -> !other.query().node().equals(asking) && other.has(vm))
                .map(other -> other.query().node())
                .min(Comparator.comparing(NodeName::value));
    }

    /// Tells the vCenters without the VM that another has it, so that they do not search again and again.
    private static void foundSomewhere(VmQuery query, Map<VcenterWatcher, VcenterAnswer> asked) {
        NodeName node = query.node();
        asked.forEach((watcher, answer) -> {
            if (hasSome(query, answer)) {
                watcher.foundHere(node);
            } else {
                watcher.foundElsewhere(node);
            }
        });
    }

    /// If the VM was chosen before all vCenters had answered, the others search later whether they have such a VM,
    /// too.
    private static void demand(Following following, Map<VcenterWatcher, VcenterAnswer> asked) {
        if (following.query().recorded().isEmpty()) {
            asked.forEach((watcher, answer) -> {
                if (!(answer instanceof VcenterAnswer.Answered)) {
                    watcher.demand(following.query().node());
                }
            });
        }
    }

    /// Called if the vCenter in the record does not have the VM, or does not answer. The other vCenters may have
    /// it by now, also those that were searched while it was still there.
    ///
    /// @return whether there are other vCenters to search
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

    /// Returns true if the vCenter has a VM that the Node names. A VM that only has the Node's name does not
    /// count.
    private static boolean hasSome(VmQuery query, VcenterAnswer answer) {
        return answer instanceof VcenterAnswer.Answered(var _, var candidates)
                && candidates.stream().anyMatch(candidate -> isNamed(query, candidate));
    }

    private static boolean isNamed(VmQuery query, VmCandidate candidate) {
        return switch (candidate) {
            case VmCandidate.Known(Vm vm, var _) -> query.isByName() || query.hasUuidOf(vm.identity());
            case VmCandidate.Unreadable _ -> true;
        };
    }

    /// A Node whose VM is looked up.
    ///
    /// @param memory the VM that was last found, which may not be recorded on the Node yet
    /// @param taken  the VM that was assigned to the Node by its name alone
    private record Following(VmQuery query, Optional<RecordedVm> memory, Optional<RecordedVm> taken) {
        static Following begin(VmQuery query) {
            return new Following(query, Optional.empty(), Optional.empty());
        }

        Following with(VmQuery newer) {
            return new Following(newer, memory, taken);
        }

        Following after(VmLookup lookup) {
            return switch (lookup) {
                case VmLookup.Pending _ -> this;
                case VmLookup.Found(Vm vm, var _, var _)
                when query.isByNameAlone(vm.identity()) -> new Following(query, memory, Optional.of(RecordedVm.of(vm)));
                case VmLookup.Found(Vm vm, var _, var _) ->
                    new Following(query, Optional.of(RecordedVm.of(vm)), Optional.empty());
                default -> new Following(query, memory, Optional.empty());
            };
        }

        VmQuery withMemory() {
            return memory.map(query::remembering).orElse(query);
        }

        boolean has(Vm vm) {
            return query.hasUuidOf(vm.identity())
                    || taken.filter(known -> known.names(vm)).isPresent()
                    || (query.isByName()
                            && memory.filter(known -> known.names(vm)).isPresent());
        }
    }
}
