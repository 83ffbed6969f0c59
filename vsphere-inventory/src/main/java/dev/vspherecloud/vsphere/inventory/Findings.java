package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.node.NodeName;
import dev.vspherecloud.domain.node.RecordedVm;
import dev.vspherecloud.domain.node.VmIdentity;
import dev.vspherecloud.domain.node.VmQuery;
import dev.vspherecloud.vsphere.client.MoRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/// Where the VMs of the followed Nodes are in one vCenter, and which Nodes are still to be searched.
///
/// Nothing here talks to vCenter. A recorded reference saves the search and is dropped as soon as the UUIDs of what
/// it names do not match; a Node without a VM is searched again, less and less often.
///
/// Threads: confined to the watcher.
final class Findings {
    private static final Duration FIRST_SEARCH_AGAIN = Duration.ofSeconds(10);
    private static final Duration LAST_SEARCH_AGAIN = Duration.ofMinutes(5);

    /// A search that finds what then turns out not to exist must not run in circles.
    private static final Duration LEAST_BETWEEN_SEARCHES = Duration.ofSeconds(2);

    private final Map<NodeName, VmQuery> queries = new HashMap<>();
    private final Map<NodeName, Finding> findings = new HashMap<>();

    /// References that a record named and no search has confirmed.
    private final Map<NodeName, MoRef> fromRecord = new HashMap<>();

    private final Map<NodeName, Integer> misses = new HashMap<>();
    private final Map<NodeName, Long> searchAt = new HashMap<>();
    private final Map<NodeName, Long> searchedAt = new HashMap<>();

    Map<NodeName, Finding> all() {
        return findings;
    }

    /// Takes over who is followed now. What is new is looked up in its record, else put down for a search.
    void follow(Map<NodeName, VmQuery> followed, UUID vcenter, Predicate<NodeName> demanded, long now) {
        queries.keySet().removeIf(node -> !followed.containsKey(node));
        findings.keySet().retainAll(queries.keySet());
        fromRecord.keySet().retainAll(queries.keySet());
        misses.keySet().retainAll(queries.keySet());
        searchAt.keySet().retainAll(queries.keySet());
        searchedAt.keySet().retainAll(queries.keySet());
        followed.forEach((node, query) -> {
            VmQuery before = queries.put(node, query);
            boolean sameMachine = before != null && before.uuids().equals(query.uuids());
            boolean nowDemanded = findings.get(node) instanceof Finding.NotAsked && demanded.test(node);
            if (!sameMachine || nowDemanded) {
                place(query, vcenter, demanded.test(node), now);
            }
        });
    }

    private void place(VmQuery query, UUID vcenter, boolean demanded, long now) {
        NodeName node = query.node();
        Optional<RecordedVm> recorded = query.recorded();
        fromRecord.remove(node);
        misses.remove(node);
        searchAt.remove(node);
        if (recorded.isEmpty() || demanded) {
            findings.remove(node);
            searchAt.put(node, now);
        } else if (recorded.get().ref().vcenter().equals(vcenter)) {
            var ref = new MoRef("VirtualMachine", recorded.get().ref().moref());
            findings.put(node, new Finding.Candidates(Set.of(ref)));
            fromRecord.put(node, ref);
        } else {
            findings.put(node, new Finding.NotAsked());
        }
    }

    /// Everything is to be looked up anew: this is another vCenter than before.
    void clear() {
        queries.clear();
        findings.clear();
        fromRecord.clear();
        misses.clear();
        searchAt.clear();
        searchedAt.clear();
    }

    /// The Nodes to be searched now.
    ///
    /// @param elsewhere whose VM another vCenter has: they are searched once and no more
    List<VmQuery> due(long now, Predicate<NodeName> elsewhere) {
        return searchAt.entrySet().stream()
                .filter(entry -> entry.getValue() <= now && !rests(entry.getKey(), elsewhere))
                .map(entry -> queries.get(entry.getKey()))
                .toList();
    }

    /// When the next search is due, in nanoseconds from now.
    long nanosToNextSearch(long now, Predicate<NodeName> elsewhere) {
        return searchAt.entrySet().stream()
                .filter(entry -> !rests(entry.getKey(), elsewhere))
                .mapToLong(entry -> Math.max(0, entry.getValue() - now))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private boolean rests(NodeName node, Predicate<NodeName> elsewhere) {
        return findings.get(node) instanceof Finding.Nothing && elsewhere.test(node);
    }

    void found(NodeName node, Set<MoRef> refs, long now) {
        fromRecord.remove(node);
        searchedAt.put(node, now);
        if (refs.isEmpty()) {
            findings.put(node, new Finding.Nothing());
            int count = misses.merge(node, 1, Integer::sum);
            searchAt.put(node, now + searchAgainAfter(count).toNanos());
        } else {
            findings.put(node, new Finding.Candidates(refs));
            misses.remove(node);
            searchAt.remove(node);
        }
    }

    private static Duration searchAgainAfter(int misses) {
        Duration grown = FIRST_SEARCH_AGAIN.multipliedBy(1L << Math.min(misses - 1, 10));
        return grown.compareTo(LAST_SEARCH_AGAIN) < 0 ? grown : LAST_SEARCH_AGAIN;
    }

    /// The references whose VMs are of interest.
    Set<MoRef> candidates() {
        var refs = new HashSet<MoRef>();
        for (Finding finding : findings.values()) {
            if (finding instanceof Finding.Candidates(Set<MoRef> candidates)) {
                refs.addAll(candidates);
            }
        }
        return refs;
    }

    /// These references name nothing: the Nodes that relied on one are searched.
    void dropped(Set<MoRef> refs, long now) {
        if (!refs.isEmpty()) {
            retain(ref -> !refs.contains(ref), now);
        }
    }

    /// Drops every candidate whose UUIDs, as now read, are not the Node's.
    void verify(UUID vcenter, Map<MoRef, VmRecord> vms, long now) {
        for (var entry : new ArrayList<>(findings.entrySet())) {
            if (entry.getValue() instanceof Finding.Candidates(Set<MoRef> refs)) {
                NodeName node = entry.getKey();
                retainFor(node, refs, ref -> isPlausible(node, vcenter, ref, vms), now);
            }
        }
    }

    private boolean isPlausible(NodeName node, UUID vcenter, MoRef ref, Map<MoRef, VmRecord> vms) {
        VmRecord vm = vms.get(ref);
        if (vm == null) {
            return true;
        }
        VmQuery query = queries.get(node);
        Optional<VmIdentity> identity = Answers.identity(vcenter, vm);
        if (query == null || identity.isEmpty()) {
            // Inaccessible at the moment; that says nothing about which VM it is.
            return true;
        }
        return ref.equals(fromRecord.get(node)) ? query.confirms(identity.get()) : query.accepts(identity.get());
    }

    private void retain(Predicate<MoRef> keep, long now) {
        for (var entry : new ArrayList<>(findings.entrySet())) {
            if (entry.getValue() instanceof Finding.Candidates(Set<MoRef> refs)) {
                retainFor(entry.getKey(), refs, keep, now);
            }
        }
    }

    private void retainFor(NodeName node, Set<MoRef> refs, Predicate<MoRef> keep, long now) {
        var kept = new HashSet<>(refs);
        kept.removeIf(keep.negate());
        if (kept.size() == refs.size()) {
            return;
        }
        if (kept.isEmpty()) {
            findings.remove(node);
            fromRecord.remove(node);
            Long last = searchedAt.get(node);
            searchAt.put(node, last == null ? now : Math.max(now, last + LEAST_BETWEEN_SEARCHES.toNanos()));
        } else {
            findings.put(node, new Finding.Candidates(kept));
        }
    }
}
