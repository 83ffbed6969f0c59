package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.ObjectContent;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// Finds the VMs of Nodes that come to us for the first time, in a whole vCenter.
///
/// A few Nodes are searched one by one with `FindAllByUuid`, which shows duplicates where `FindByUuid` hides them.
/// For many Nodes the UUIDs of all VMs are read instead, if that takes no more than one page for every 25 Nodes:
/// half a read would hide duplicates, so what does not fit is dropped. Either way the cost is bounded by the number
/// of Nodes.
///
/// Threads: confined to the watcher.
final class VmSearch {
    private static final int NODES_PER_PAGE = 25;
    private static final int PAGE = 1000;

    /// How many Nodes are searched one by one before the watcher turns to what was found.
    private static final int AT_A_TIME = 32;

    private final VcenterSession session;
    private final Runnable progress;
    private int pagesThatWereTooFew;

    /// How many VMs were found in each of the byte orders a query names; the usual one is tried first. What found the
    /// last VM is no guide: where guests of two kinds come in turn it is always the wrong one.
    private final Map<Integer, Integer> hitsByOrder = new HashMap<>();

    /// @param progress called after each answer of vCenter
    VmSearch(VcenterSession session, Runnable progress) {
        this.session = session;
        this.progress = progress;
    }

    /// References of the VMs that may be these Nodes'. A Node that is not in the answer was not searched yet.
    Map<NodeName, Set<MoRef>> search(List<VmQuery> queries) {
        int pages = queries.size() / NODES_PER_PAGE;
        if (pages > pagesThatWereTooFew) {
            Optional<Map<SystemUuid, Set<MoRef>>> all = readAll(pages);
            if (all.isPresent()) {
                return matchAll(all.get(), queries);
            }
            pagesThatWereTooFew = pages;
        }
        var found = new LinkedHashMap<NodeName, Set<MoRef>>();
        queries.stream().limit(AT_A_TIME).forEach(query -> found.put(query.node(), searchOne(query)));
        return found;
    }

    private Optional<Map<SystemUuid, Set<MoRef>>> readAll(int pages) {
        MoRef view = session.createContainerView(session.content().rootFolder(), "VirtualMachine");
        try {
            return session.retrieve(RetrieveQuery.ofView(view, "VirtualMachine", VmProperties.SEARCHED), PAGE, pages)
                    .map(VmSearch::byUuid);
        } finally {
            session.destroyView(view);
            progress.run();
        }
    }

    private static Map<SystemUuid, Set<MoRef>> byUuid(List<ObjectContent> vms) {
        var byUuid = new HashMap<SystemUuid, Set<MoRef>>();
        for (ObjectContent vm : vms) {
            VmProperties.biosUuid(vm.values()).ifPresent(uuid -> byUuid.computeIfAbsent(uuid, _ -> new HashSet<>())
                    .add(vm.object()));
        }
        return byUuid;
    }

    private Map<NodeName, Set<MoRef>> matchAll(Map<SystemUuid, Set<MoRef>> all, List<VmQuery> queries) {
        var found = new LinkedHashMap<NodeName, Set<MoRef>>();
        for (VmQuery query : queries) {
            if (query.uuids().isEmpty()) {
                found.put(query.node(), searchOne(query));
                continue;
            }
            var matches = new HashSet<MoRef>();
            query.uuids().forEach(uuid -> matches.addAll(all.getOrDefault(uuid, Set.of())));
            found.put(query.node(), matches);
        }
        return found;
    }

    /// By UUID; by host name only for a Node that does not know its UUID.
    private Set<MoRef> searchOne(VmQuery query) {
        if (query.uuids().isEmpty()) {
            return answered(session.findAllByDnsName(query.node().value()));
        }
        for (int order : usualFirst(query.uuids().size())) {
            Set<MoRef> hits =
                    answered(session.findAllByUuid(query.uuids().get(order).toString(), false));
            if (!hits.isEmpty()) {
                hitsByOrder.merge(order, 1, Integer::sum);
                return hits;
            }
        }
        return Set.of();
    }

    private List<Integer> usualFirst(int count) {
        Comparator<Integer> byHits = Comparator.comparing(order -> hitsByOrder.getOrDefault(order, 0));
        return IntStream.range(0, count).boxed().sorted(byHits.reversed()).toList();
    }

    private Set<MoRef> answered(List<MoRef> refs) {
        progress.run();
        return Set.copyOf(refs);
    }
}
