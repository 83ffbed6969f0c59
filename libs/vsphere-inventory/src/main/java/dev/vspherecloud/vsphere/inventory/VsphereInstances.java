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
/// watcher about a Node. The watchers hold all other state.
public final class VsphereInstances implements Instances {
    private volatile List<VcenterWatcher> watchers;
    private volatile boolean matchesByName;
    private final Map<NodeName, WatchedNode> watched = new ConcurrentHashMap<>();

    /// The lock that is held while a VM is assigned by its name, so that no two Nodes get the same VM.
    private final ReentrantLock nameMatchingLock = new ReentrantLock();

    public VsphereInstances(List<VcenterWatcher> watchers) {
        this.watchers = List.copyOf(watchers);
    }

    /// Sets whether a Node gets the VM with its name if no VM has its system UUID. The caller must then look up
    /// all Nodes again.
    public void setMatchByName(boolean isEnabled) {
        matchesByName = isEnabled;
    }

    /// Uses these watchers and no others from now on. New watchers get every followed Node. The caller stops
    /// the watchers that are no longer used, and looks up all Nodes again.
    public void setWatchers(List<VcenterWatcher> newWatchers) {
        var added = new ArrayList<>(newWatchers);
        added.removeAll(watchers);
        watchers = List.copyOf(newWatchers);
        watched.keySet()
                .forEach(node -> watched.computeIfPresent(node, (_, watchedNode) -> {
                    added.forEach(watcher -> watcher.watchNode(watchedNode.query()));
                    return watchedNode;
                }));
    }

    List<VcenterWatcher> watchers() {
        return watchers;
    }

    @Override
    public void watch(VmQuery query) {
        watched.compute(query.node(), (_, before) -> {
            watchers.forEach(watcher -> watcher.watchNode(query));
            return before == null ? WatchedNode.of(query) : before.withQuery(query);
        });
    }

    @Override
    public void forget(NodeName node) {
        watched.compute(node, (_, _) -> {
            watchers.forEach(watcher -> watcher.forget(node));
            return null;
        });
    }

    @Override
    public void awaitTags(NodeName node, boolean isWaiting) {
        WatchedNode watchedNode = watched.get(node);
        if (watchedNode != null) {
            watchers.forEach(watcher -> watcher.awaitTags(node, isWaiting && hasVm(watchedNode.query(), watcher)));
        }
    }

    /// Returns true if the vCenter has the VM. If the record names another vCenter, this one is not asked,
    /// because the request would count as pending.
    private static boolean hasVm(VmQuery query, VcenterWatcher watcher) {
        return !watcher.isRecordedElsewhere(query) && hasNamedVm(query, watcher.lookup(query));
    }

    @Override
    public VmLookup lookup(NodeName node) {
        WatchedNode watchedNode = watched.get(node);
        if (watchedNode == null) {
            return new VmLookup.Pending();
        }
        var skipped = new ArrayList<VcenterWatcher>();
        var answers = new LinkedHashMap<VcenterWatcher, VcenterAnswer>();
        for (VcenterWatcher watcher : watchers) {
            if (watcher.isRecordedElsewhere(watchedNode.query())) {
                skipped.add(watcher);
            } else {
                answers.put(watcher, watcher.lookup(watchedNode.query()));
            }
        }
        VmLookup lookup = decide(watchedNode, List.copyOf(answers.values()));
        return switch (lookup) {
            case VmLookup.Pending pending -> pending;
            case VmLookup.Found found -> {
                if (!watchedNode.query().isByNameAlone(found.vm().identity())) {
                    notifyFound(watchedNode.query(), answers);
                }
                searchUnanswered(watchedNode, answers);
                yield found;
            }
            case VmLookup.Ambiguous _, VmLookup.Conflict _ -> {
                notifyFound(watchedNode.query(), answers);
                yield lookup;
            }
            case VmLookup.Missing _,
                    VmLookup.Unknown _,
                    VmLookup.Unreadable _,
                    VmLookup.Elsewhere _,
                    VmLookup.Placeholder _,
                    VmLookup.Template _ -> searchFurther(node, answers, skipped) ? new VmLookup.Pending() : lookup;
        };
    }

    /// Decides which VM belongs to the Node, and stores the VM that was found.
    private VmLookup decide(WatchedNode watchedNode, List<VcenterAnswer> answers) {
        NodeName node = watchedNode.query().node();
        var names = new NameMatching(matchesByName, vm -> owner(vm, node));
        boolean mayBeByName = watchedNode.query().mayMatchByName();
        if (mayBeByName) {
            nameMatchingLock.lock();
        }
        try {
            VmLookup lookup = IdentityPolicy.decide(watchedNode.queryWithLastFound(), answers, names);
            WatchedNode updated = watchedNode.withResult(lookup);
            if (!updated.equals(watchedNode)) {
                watched.computeIfPresent(node, (_, newWatchers) -> updated.withQuery(newWatchers.query()));
            }
            return lookup;
        } finally {
            if (mayBeByName) {
                nameMatchingLock.unlock();
            }
        }
    }

    /// Returns the other Node that names this VM by its UUID, or to which it was assigned by its name; empty if
    /// there is none.
    private Optional<NodeName> owner(Vm vm, NodeName node) {
        return watched.values().stream()
                .filter(other -> !other.query().node().equals(node) && other.owns(vm))
                .map(other -> other.query().node())
                .min(Comparator.comparing(NodeName::value));
    }

    /// Notifies the vCenters without the VM that another vCenter has it, so that they do not search again and
    /// again.
    private static void notifyFound(VmQuery query, Map<VcenterWatcher, VcenterAnswer> answers) {
        NodeName node = query.node();
        answers.forEach((watcher, answer) -> {
            if (hasNamedVm(query, answer)) {
                watcher.onFoundHere(node);
            } else {
                watcher.onFoundElsewhere(node);
            }
        });
    }

    /// Requests a search in the vCenters that had not answered when the VM was chosen: they may have such a VM,
    /// too.
    private static void searchUnanswered(WatchedNode watchedNode, Map<VcenterWatcher, VcenterAnswer> answers) {
        if (watchedNode.query().recorded().isEmpty()) {
            answers.forEach((watcher, answer) -> {
                if (!(answer instanceof VcenterAnswer.Answered)) {
                    watcher.requestSearch(watchedNode.query().node());
                }
            });
        }
    }

    /// Requests a search in the other vCenters if the vCenter in the record does not have the VM, or does not
    /// answer. The others may have the VM by now, also those that were searched before.
    ///
    /// @return true if there are other vCenters to search
    private static boolean searchFurther(
            NodeName node, Map<VcenterWatcher, VcenterAnswer> answers, List<VcenterWatcher> skipped) {
        skipped.forEach(watcher -> watcher.requestSearch(node));
        boolean hasFurther = !skipped.isEmpty();
        for (Map.Entry<VcenterWatcher, VcenterAnswer> each : answers.entrySet()) {
            boolean isOutdated = each.getKey().onFoundNowhere(node);
            hasFurther |= isOutdated && each.getValue() instanceof VcenterAnswer.Answered;
        }
        return hasFurther;
    }

    /// Returns true if the vCenter has a VM that the Node names. A VM that only has the Node's name does not
    /// count.
    private static boolean hasNamedVm(VmQuery query, VcenterAnswer answer) {
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
    /// @param lastFound the VM that was last found, which may not be recorded on the Node yet
    /// @param matchedByName  the VM that was assigned to the Node by its name alone
    private record WatchedNode(VmQuery query, Optional<RecordedVm> lastFound, Optional<RecordedVm> matchedByName) {
        static WatchedNode of(VmQuery query) {
            return new WatchedNode(query, Optional.empty(), Optional.empty());
        }

        WatchedNode withQuery(VmQuery newer) {
            return new WatchedNode(newer, lastFound, matchedByName);
        }

        WatchedNode withResult(VmLookup lookup) {
            return switch (lookup) {
                case VmLookup.Pending _ -> this;
                case VmLookup.Found(Vm vm, var _, var _)
                when query.isByNameAlone(vm.identity()) ->
                    new WatchedNode(query, lastFound, Optional.of(RecordedVm.of(vm)));
                case VmLookup.Found(Vm vm, var _, var _) ->
                    new WatchedNode(query, Optional.of(RecordedVm.of(vm)), Optional.empty());
                default -> new WatchedNode(query, lastFound, Optional.empty());
            };
        }

        VmQuery queryWithLastFound() {
            return lastFound.map(query::withRecorded).orElse(query);
        }

        boolean owns(Vm vm) {
            return query.hasUuidOf(vm.identity())
                    || matchedByName.filter(known -> known.refersTo(vm)).isPresent()
                    || (query.isByName()
                            && lastFound.filter(known -> known.refersTo(vm)).isPresent());
        }
    }
}
