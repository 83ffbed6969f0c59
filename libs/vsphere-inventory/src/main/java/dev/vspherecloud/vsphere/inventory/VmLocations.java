package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.vsphere.client.MoRef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/// The locations of the followed Nodes' VMs in one vCenter, and the searches that are still due.
///
/// This class makes no calls to vCenter. A recorded reference saves the search, and is dropped as soon as the
/// UUIDs of its VM do not match. A Node without a VM is searched again, at growing intervals. [NodeSearch] has
/// the state of one Node.
///
/// Threads: only the watcher's thread.
final class VmLocations {
    private final Map<NodeName, NodeSearch> searches = new HashMap<>();

    /// The number of Nodes that waited for a search at the last call of [#dueSearches].
    private int missingNodes;

    /// Returns the search results by Node; a Node that is missing was not searched yet.
    Map<NodeName, SearchResult> searchResults() {
        var results = new HashMap<NodeName, SearchResult>();
        searches.forEach((node, search) -> search.vmLocation()
                .ifPresent(vmLocation -> results.put(node, new SearchResult(search.query(), vmLocation))));
        return results;
    }

    /// Replaces the queries of the followed Nodes, and starts a search for new Nodes.
    void setQueries(Map<NodeName, VmQuery> queries, UUID vcenter, Predicate<NodeName> isSearchRequested, long now) {
        searches.keySet().retainAll(queries.keySet());
        queries.forEach((node, query) -> searches.compute(
                node,
                (_, known) -> known == null
                        ? NodeSearch.start(query, vcenter, isSearchRequested.test(node), now)
                        : known.withQuery(query, vcenter, isSearchRequested.test(node), now)));
    }

    /// Searches these Nodes again if nothing was found for them: their VMs may be there now.
    void restartIfNothingFound(Set<NodeName> nodes, long now) {
        nodes.forEach(node -> searches.computeIfPresent(node, (_, search) -> search.restartIfNothingFound(now)));
    }

    /// Discards all locations, because the session is with another vCenter than before.
    void clear() {
        searches.clear();
    }

    /// Returns the queries of the Nodes that must be searched now.
    ///
    /// @param isFoundElsewhere returns true for Nodes whose VM another vCenter has: they are searched only once
    List<VmQuery> dueSearches(long now, Predicate<NodeName> isFoundElsewhere) {
        missingNodes = Math.toIntExact(searches.entrySet().stream()
                .filter(entry -> isSearchPending(entry, isFoundElsewhere))
                .count());
        return searches.entrySet().stream()
                .filter(entry -> isSearchPending(entry, isFoundElsewhere)
                        && entry.getValue().dueAt().getAsLong() <= now)
                .map(entry -> entry.getValue().query())
                .toList();
    }

    /// Returns when the next search is due, in nanoseconds from now.
    long nanosUntilNextSearch(long now, Predicate<NodeName> isFoundElsewhere) {
        return searches.entrySet().stream()
                .filter(entry -> isSearchPending(entry, isFoundElsewhere))
                .mapToLong(entry -> Math.max(0, entry.getValue().dueAt().getAsLong() - now))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private static boolean isSearchPending(
            Map.Entry<NodeName, NodeSearch> entry, Predicate<NodeName> isFoundElsewhere) {
        NodeSearch search = entry.getValue();
        boolean isSuspended =
                search.vmLocation().orElse(null) instanceof VmLocation.Nothing && isFoundElsewhere.test(entry.getKey());
        return search.dueAt().isPresent() && !isSuspended;
    }

    /// Returns true if the name of this Node must be searched in case no VM has its UUID.
    boolean isNameDue(NodeName node) {
        NodeSearch search = searches.get(node);
        return search != null && search.isNameDue();
    }

    void onSearched(NodeName node, VmLocation vmLocation, long now) {
        searches.computeIfPresent(node, (_, search) -> search.withResult(vmLocation, missingNodes, now));
    }

    /// Returns the references of all VMs that may belong to a followed Node.
    Set<MoRef> candidates() {
        var refs = new HashSet<MoRef>();
        searches.values().forEach(search -> refs.addAll(search.candidates()));
        return refs;
    }

    /// Drops references to VMs that do not exist, and searches the Nodes that relied on them.
    void removeCandidates(Set<MoRef> refs, long now) {
        if (!refs.isEmpty()) {
            searches.replaceAll((_, search) -> search.retain(ref -> !refs.contains(ref), now));
        }
    }

    /// Drops every candidate whose UUIDs, as read from vCenter, are not the Node's.
    void verify(UUID vcenter, Map<MoRef, VmRecord> vms, long now) {
        searches.replaceAll((_, search) -> search.verify(vcenter, vms, now));
    }
}
