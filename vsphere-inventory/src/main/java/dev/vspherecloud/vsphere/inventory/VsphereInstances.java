package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VcenterAnswer;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.node.Instances;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The VMs behind Nodes, over all configured vCenters.
///
/// Threads: any; what is followed is kept in a concurrent map, whose entries also order what each watcher is told of a
/// Node, everything else is asked of the watchers.
public final class VsphereInstances implements Instances {
    private volatile List<VcenterWatcher> watchers;
    private final Map<NodeName, VmQuery> followed = new ConcurrentHashMap<>();

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
                .forEach(node -> followed.computeIfPresent(node, (_, query) -> {
                    added.forEach(watcher -> watcher.follow(query));
                    return query;
                }));
    }

    @Override
    public void follow(VmQuery query) {
        followed.compute(query.node(), (_, _) -> {
            watchers.forEach(watcher -> watcher.follow(query));
            return query;
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
        VmQuery query = followed.get(node);
        if (query != null) {
            watchers.forEach(
                    watcher -> watcher.awaitTags(node, isSo && watcher.answer(query) instanceof VcenterAnswer.Hits));
        }
    }

    @Override
    public VmLookup lookup(NodeName node) {
        VmQuery query = followed.get(node);
        if (query == null) {
            return new VmLookup.Pending();
        }
        var answers = new ArrayList<VcenterAnswer>();
        var unasked = new ArrayList<VcenterWatcher>();
        var without = new ArrayList<VcenterWatcher>();
        for (VcenterWatcher watcher : watchers) {
            if (watcher.wasNotAsked(node)) {
                unasked.add(watcher);
            } else {
                VcenterAnswer answer = watcher.answer(query);
                answers.add(answer);
                if (!(answer instanceof VcenterAnswer.Hits)) {
                    without.add(watcher);
                }
            }
        }
        VmLookup lookup = VmLookup.merge(answers);
        without.forEach(watcher -> watcher.foundElsewhere(node, lookup instanceof VmLookup.Found));
        if (unasked.isEmpty() || lookup instanceof VmLookup.Found || lookup instanceof VmLookup.Pending) {
            return lookup;
        }
        // The vCenter that the record names does not have the VM, or is silent: the others may have it by now.
        unasked.forEach(watcher -> watcher.demand(node));
        return new VmLookup.Pending();
    }
}
