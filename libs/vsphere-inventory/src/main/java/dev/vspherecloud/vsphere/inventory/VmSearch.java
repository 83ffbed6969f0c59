package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.HostNames;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.ObjectContent;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Searches a whole vCenter for the VMs of Nodes.
///
/// A few Nodes are searched one by one with `FindAllByUuid`, which shows duplicates where `FindByUuid` hides
/// them. For many Nodes the UUIDs of all VMs are read instead, if that takes no more than one page for every 25
/// Nodes. An incomplete read would hide duplicates, so it is discarded. Either way the number of Nodes limits
/// the cost.
///
/// If no VM has a Node's UUID, the Node is then searched by its name. The read of all VMs shows the names, too.
///
/// Threads: only the watcher's thread.
final class VmSearch {
    private static final int NODES_PER_PAGE = 25;
    private static final int PAGE_SIZE = 1000;

    /// The number of Nodes that are searched one by one before the watcher processes the VMs that were found.
    private static final int BATCH_SIZE = 32;

    private final VcenterSession session;
    private final Supplier<List<String>> domains;
    private final Runnable onProgress;
    private int insufficientPages;

    /// The number of guests that report their UUID as vCenter has it, minus those that report it in the other
    /// byte order. The more frequent order is tried first. The order of the last VM alone is no guide: if
    /// guests of the two kinds alternate, it is always the wrong one.
    private int byteOrderBalance;

    /// Creates a search in one session.
    ///
    /// @param domains  returns the DNS domains of the cluster's guests
    /// @param onProgress called after each response of vCenter
    VmSearch(VcenterSession session, Supplier<List<String>> domains, Runnable onProgress) {
        this.session = session;
        this.domains = domains;
        this.onProgress = onProgress;
    }

    /// Searches the VMs of these Nodes. A Node that is not in the result was not searched yet.
    ///
    /// @param isNameDue returns true if the name of a Node must be searched, in case no VM has its UUID and the
    ///     search takes calls
    Map<NodeName, VmLocation> search(List<VmQuery> queries, Predicate<NodeName> isNameDue) {
        int pages = queries.size() / NODES_PER_PAGE;
        if (pages > insufficientPages) {
            Optional<FoundVms> found = readAll(pages, queries);
            if (found.isPresent()) {
                return matchAll(found.get(), queries);
            }
            insufficientPages = pages;
        }
        var found = new LinkedHashMap<NodeName, VmLocation>();
        queries.stream()
                .limit(BATCH_SIZE)
                .forEach(query -> found.put(query.node(), searchOne(query, isNameDue.test(query.node()))));
        return found;
    }

    /// Reads the UUIDs and names of all VMs; empty if there are more pages, or if they are too large.
    private Optional<FoundVms> readAll(int pages, List<VmQuery> queries) {
        var found = new FoundVms(queries);
        MoRef view = session.createContainerView(session.content().rootFolder(), "VirtualMachine");
        try {
            RetrieveQuery query = RetrieveQuery.ofView(view, "VirtualMachine", VmProperties.SEARCHED_PATHS);
            return session.retrieve(query, PAGE_SIZE, pages, found::add) ? Optional.of(found) : Optional.empty();
        } catch (VcenterException e) {
            if (e.kind() == VcenterException.Kind.TOO_LARGE) {
                return Optional.empty();
            }
            throw e;
        } finally {
            session.destroyView(view);
            onProgress.run();
        }
    }

    private Map<NodeName, VmLocation> matchAll(FoundVms all, List<VmQuery> queries) {
        var found = new LinkedHashMap<NodeName, VmLocation>();
        queries.stream().filter(query -> !query.isByName()).forEach(query -> found.put(query.node(), all.find(query)));
        queries.stream()
                .filter(VmQuery::isByName)
                .limit(BATCH_SIZE)
                .forEach(query -> found.put(query.node(), searchOne(query, false)));
        return found;
    }

    private VmLocation searchOne(VmQuery query, boolean isNameDue) {
        Set<MoRef> hits = query.isByName() ? searchByName(query.node()) : searchByUuid(query);
        if (!hits.isEmpty()) {
            return new VmLocation.Candidates(hits);
        }
        return new VmLocation.Nothing(isNameDue && query.mayMatchByName() ? searchByName(query.node()) : Set.of());
    }

    private Set<MoRef> searchByUuid(VmQuery query) {
        var hits = new HashSet<MoRef>();
        for (SystemUuid uuid : query.uuids()) {
            hits.addAll(
                    query.namedUuid().equals(Optional.of(uuid)) ? searchProviderIdUuid(uuid) : searchSystemUuid(uuid));
        }
        return hits;
    }

    /// Searches a UUID from a provider ID. The UUID is normally in vCenter's byte order, unless a person copied
    /// it from the guest.
    private Set<MoRef> searchProviderIdUuid(SystemUuid uuid) {
        Set<MoRef> hits = search(uuid);
        return hits.isEmpty() ? search(uuid.byteSwapped()) : hits;
    }

    private Set<MoRef> searchSystemUuid(SystemUuid uuid) {
        boolean unswappedFirst = byteOrderBalance >= 0;
        Set<MoRef> first = search(unswappedFirst ? uuid : uuid.byteSwapped());
        if (!first.isEmpty()) {
            byteOrderBalance += unswappedFirst ? 1 : -1;
            return first;
        }
        Set<MoRef> second = search(unswappedFirst ? uuid.byteSwapped() : uuid);
        if (!second.isEmpty()) {
            byteOrderBalance += unswappedFirst ? -1 : 1;
        }
        return second;
    }

    private Set<MoRef> search(SystemUuid uuid) {
        return reportProgress(session.findAllByUuid(uuid.toString(), false));
    }

    /// Searches the names that the Node's guest may have, the most likely first, until vCenter knows one.
    private Set<MoRef> searchByName(NodeName node) {
        for (String hostName : HostNames.variants(node, domains.get())) {
            Set<MoRef> hits = reportProgress(session.findAllByDnsName(hostName));
            if (!hits.isEmpty()) {
                return hits;
            }
        }
        return Set.of();
    }

    private Set<MoRef> reportProgress(List<MoRef> refs) {
        onProgress.run();
        return Set.copyOf(refs);
    }

    /// The VMs of a vCenter that have a UUID or name of a searched Node. Only these are kept: a vCenter has many
    /// times as many VMs as a cluster has Nodes.
    private static final class FoundVms {
        private final Map<SystemUuid, Set<MoRef>> byUuid = new HashMap<>();

        /// The VMs by the [HostNames#comparisonKey] of the guest's host name, with that name.
        private final Map<String, Map<MoRef, String>> byName = new HashMap<>();

        FoundVms(List<VmQuery> queries) {
            for (VmQuery query : queries) {
                byName.put(HostNames.comparisonKey(query.node().value()), new HashMap<>());
                for (SystemUuid uuid : query.uuids()) {
                    byUuid.put(uuid, new HashSet<>());
                    byUuid.put(uuid.byteSwapped(), new HashSet<>());
                }
            }
        }

        void add(ObjectContent vm) {
            VmProperties.biosUuid(vm.values()).map(byUuid::get).ifPresent(vms -> vms.add(vm.object()));
            String hostName = VmProperties.hostName(vm.values());
            Map<MoRef, String> named = byName.get(HostNames.comparisonKey(hostName));
            if (named != null) {
                named.put(vm.object(), hostName);
            }
        }

        VmLocation find(VmQuery query) {
            var matches = new HashSet<MoRef>();
            for (SystemUuid uuid : query.uuids()) {
                matches.addAll(byUuid.getOrDefault(uuid, Set.of()));
                matches.addAll(byUuid.getOrDefault(uuid.byteSwapped(), Set.of()));
            }
            return matches.isEmpty() ? new VmLocation.Nothing(nameMatches(query)) : new VmLocation.Candidates(matches);
        }

        private Set<MoRef> nameMatches(VmQuery query) {
            if (!query.mayMatchByName()) {
                return Set.of();
            }
            return byName.getOrDefault(HostNames.comparisonKey(query.node().value()), Map.of()).entrySet().stream()
                    .filter(vm -> HostNames.mayBeSameHost(query.node(), vm.getValue()))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
        }
    }
}
