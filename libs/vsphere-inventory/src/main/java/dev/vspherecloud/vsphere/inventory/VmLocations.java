package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.vsphere.client.MoRef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/// Where the VMs of the followed Nodes are in one vCenter, and which Nodes are still to be searched.
///
/// Nothing here talks to vCenter. A recorded reference saves the search and is dropped as soon as the UUIDs of what
/// it names do not match; a Node without a VM is searched again, less and less often. What happens to one Node is in
/// [NodeSearch].
///
/// Threads: confined to the watcher.
final class VmLocations {
    private final Map<NodeName, NodeSearch> searches = new HashMap<>();

    /// How many Nodes were searched in vain or not yet when that was last asked.
    private int missing;

    /// What is known, by Node; a Node that is missing was not looked for yet.
    Map<NodeName, SearchResult> all() {
        var vmLocations = new HashMap<NodeName, SearchResult>();
        searches.forEach((node, search) -> search.vmLocation()
                .ifPresent(vmLocation -> vmLocations.put(node, new SearchResult(search.query(), vmLocation))));
        return vmLocations;
    }

    /// Takes over who is followed now.
    void follow(Map<NodeName, VmQuery> followed, UUID vcenter, Predicate<NodeName> demanded, long now) {
        searches.keySet().retainAll(followed.keySet());
        followed.forEach((node, query) -> searches.compute(
                node,
                (_, known) -> known == null
                        ? NodeSearch.begin(query, vcenter, demanded.test(node), OptionalLong.empty(), now)
                        : known.follow(query, vcenter, demanded.test(node), now)));
    }

    /// What was not found of these Nodes may be there now.
    void renew(Set<NodeName> nodes, long now) {
        nodes.forEach(node -> searches.computeIfPresent(node, (_, search) -> search.renew(now)));
    }

    /// Everything is to be looked up anew: this is another vCenter than before.
    void clear() {
        searches.clear();
    }

    /// The Nodes to be searched now.
    ///
    /// @param elsewhere whose VM another vCenter has: they are searched once and no more
    List<VmQuery> due(long now, Predicate<NodeName> elsewhere) {
        missing = Math.toIntExact(searches.entrySet().stream()
                .filter(entry -> awaitsSearch(entry, elsewhere))
                .count());
        return searches.entrySet().stream()
                .filter(entry ->
                        awaitsSearch(entry, elsewhere) && entry.getValue().due().getAsLong() <= now)
                .map(entry -> entry.getValue().query())
                .toList();
    }

    /// When the next search is due, in nanoseconds from now.
    long nanosToNextSearch(long now, Predicate<NodeName> elsewhere) {
        return searches.entrySet().stream()
                .filter(entry -> awaitsSearch(entry, elsewhere))
                .mapToLong(entry -> Math.max(0, entry.getValue().due().getAsLong() - now))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private static boolean awaitsSearch(Map.Entry<NodeName, NodeSearch> entry, Predicate<NodeName> elsewhere) {
        NodeSearch search = entry.getValue();
        boolean rests =
                search.vmLocation().orElse(null) instanceof VmLocation.Nothing && elsewhere.test(entry.getKey());
        return search.due().isPresent() && !rests;
    }

    /// Whether the name of this Node is to be searched, if no VM has its UUID.
    boolean isNameDue(NodeName node) {
        NodeSearch search = searches.get(node);
        return search != null && search.isNameDue();
    }

    void found(NodeName node, VmLocation vmLocation, long now) {
        searches.computeIfPresent(node, (_, search) -> search.found(vmLocation, missing, now));
    }

    /// The references whose VMs are of interest.
    Set<MoRef> candidates() {
        var refs = new HashSet<MoRef>();
        searches.values().forEach(search -> refs.addAll(search.candidates()));
        return refs;
    }

    /// These references name nothing: the Nodes that relied on one are searched.
    void dropped(Set<MoRef> refs, long now) {
        if (!refs.isEmpty()) {
            searches.replaceAll((_, search) -> search.keep(ref -> !refs.contains(ref), now));
        }
    }

    /// Drops every candidate whose UUIDs, as now read, are not the Node's.
    void verify(UUID vcenter, Map<MoRef, VmRecord> vms, long now) {
        searches.replaceAll((_, search) -> search.verify(vcenter, vms, now));
    }
}
