package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.inventory.absence.References;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The state of the search for one Node's VM in one vCenter. Each step creates a new value.
///
/// Times are nanoseconds of one monotonic clock.
///
/// @param vmLocation    what is known about the VM; empty before the first search, or if the known location was
///     wrong
/// @param isFromRecord true if the candidate was recorded on the Node and no search has confirmed it
/// @param misses     the number of searches in a row that found nothing
/// @param dueAt        when to search; empty if no search is needed
/// @param searchedAt   when the last search was; empty before the first
/// @param changes    how often the Node changed its query lately
record NodeSearch(
        VmQuery query,
        Optional<VmLocation> vmLocation,
        boolean isFromRecord,
        int misses,
        OptionalLong dueAt,
        OptionalLong searchedAt,
        QueryChanges changes) {
    private static final Duration FIRST_RETRY = Duration.ofSeconds(10);

    /// The shortest wait before a Node without a VM is searched again. A person who creates the VM late watches
    /// for the result, so this wait is short.
    private static final Duration SHORT_RETRY = Duration.ofSeconds(30);

    /// The wait for each Node without a VM, so that searches for many such Nodes cost no more calls than for a
    /// few: ten or twenty a minute.
    private static final Duration RETRY_PER_MISSING_NODE = Duration.ofSeconds(6);

    private static final Duration MAX_RETRY = Duration.ofMinutes(5);

    /// The number of searches after which a search by name becomes less frequent. A new VM and its guest report
    /// their name soon after they start.
    private static final int INITIAL_NAME_SEARCHES = 3;

    /// After the initial searches, only each fourth search also searches by name, because each form of the name
    /// takes a call.
    private static final int NAME_SEARCH_INTERVAL = 4;

    /// The least time between two searches for a Node. A search may find a VM that then turns out not to exist,
    /// and such searches must not follow each other without a pause.
    private static final Duration MIN_INTERVAL = Duration.ofSeconds(2);

    /// Creates the state for a Node that is new to the watcher. If a VM of this vCenter is recorded for the
    /// Node, that VM is a candidate. If the record names another vCenter, this vCenter is not asked. In all
    /// other cases a search is due, also if the Node contradicts its record.
    ///
    /// @param isSearchRequested true to search regardless of the record
    static NodeSearch start(VmQuery query, UUID vcenter, boolean isSearchRequested, long now) {
        return start(query, vcenter, isSearchRequested, OptionalLong.empty(), QueryChanges.NONE, now);
    }

    private static NodeSearch start(
            VmQuery query,
            UUID vcenter,
            boolean isSearchRequested,
            OptionalLong searchedAt,
            QueryChanges changes,
            long now) {
        Optional<RecordedVm> recorded = isSearchRequested || !query.trustsRecord()
                ? Optional.empty()
                : query.recorded().filter(vm -> References.of(vm).isPresent());
        boolean isRecordedHere =
                recorded.filter(vm -> vm.ref().vcenter().equals(vcenter)).isPresent();
        // A candidate is read at vCenter at once, so a record that keeps changing is not used.
        if (recorded.isEmpty() || (isRecordedHere && changes.isRepeated())) {
            OptionalLong dueAt = OptionalLong.of(earliestSearch(searchedAt, changes.pause(), now));
            return new NodeSearch(query, Optional.empty(), false, 0, dueAt, searchedAt, changes);
        }
        VmLocation vmLocation = isRecordedHere
                ? new VmLocation.Candidates(Set.of(References.of(recorded.get()).orElseThrow()))
                : new VmLocation.NotAsked();
        return new NodeSearch(
                query, Optional.of(vmLocation), isRecordedHere, 0, OptionalLong.empty(), searchedAt, changes);
    }

    private static long earliestSearch(OptionalLong searchedAt, Duration pause, long now) {
        return searchedAt.isPresent() ? Math.max(now, searchedAt.getAsLong() + pause.toNanos()) : now;
    }

    /// Returns the state with the newest query of the Node. The search restarts if the Node names another
    /// machine, if a record appeared while nothing was found here, or if a search is now requested.
    NodeSearch withQuery(VmQuery newer, UUID vcenter, boolean isSearchRequested, long now) {
        boolean isNewlyRequested = isSearchRequested && vmLocation.orElse(null) instanceof VmLocation.NotAsked;
        boolean isNewlyRecorded = !isSearchRequested
                && !hasCandidates()
                && newer.trustsRecord()
                && !newer.recorded().equals(query.recorded());
        boolean isChanged = !query.isSameQuery(newer) || isNewlyRecorded;
        return isChanged || isNewlyRequested
                ? start(
                        newer,
                        vcenter,
                        isSearchRequested,
                        searchedAt,
                        isChanged ? changes.withChange(now) : changes,
                        now)
                : new NodeSearch(newer, vmLocation, isFromRecord, misses, dueAt, searchedAt, changes);
    }

    /// Returns true if the next search also searches by name, in case no VM has the Node's UUID.
    boolean isNameDue() {
        return query.mayMatchByName()
                && (vmLocation.isEmpty() || misses < INITIAL_NAME_SEARCHES || misses % NAME_SEARCH_INTERVAL == 0);
    }

    /// Returns the state after a search.
    ///
    /// @param missingNodes how many Nodes have no VM after a search
    NodeSearch withResult(VmLocation result, int missingNodes, long now) {
        OptionalLong searchedNow = OptionalLong.of(now);
        return switch (result) {
            case VmLocation.Nothing(Set<MoRef> nameMatches) ->
                new NodeSearch(
                        query,
                        Optional.of(new VmLocation.Nothing(withKnownNameMatches(nameMatches))),
                        false,
                        misses + 1,
                        OptionalLong.of(
                                now + retryDelay(misses + 1, missingNodes).toNanos()),
                        searchedNow,
                        changes);
            case VmLocation.Candidates _, VmLocation.NotAsked _ ->
                new NodeSearch(query, Optional.of(result), false, 0, OptionalLong.empty(), searchedNow, changes);
        };
    }

    /// Adds the VMs that were found by name before, unless the name is searched again in this search.
    private Set<MoRef> withKnownNameMatches(Set<MoRef> nameMatches) {
        if (isNameDue() || !(vmLocation.orElse(null) instanceof VmLocation.Nothing(Set<MoRef> known))) {
            return nameMatches;
        }
        var all = new HashSet<>(known);
        all.addAll(nameMatches);
        return all;
    }

    private static Duration retryDelay(int misses, int missingNodes) {
        Duration backoff = FIRST_RETRY.multipliedBy(1L << Math.min(misses - 1, 10));
        Duration paced = max(SHORT_RETRY, RETRY_PER_MISSING_NODE.multipliedBy(missingNodes));
        return min(backoff, min(paced, MAX_RETRY));
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private boolean hasCandidates() {
        return vmLocation.orElse(null) instanceof VmLocation.Candidates;
    }

    Set<MoRef> candidates() {
        return vmLocation.map(VmLocation::refs).orElse(Set.of());
    }

    /// Removes the candidates that do not match, and searches again if none is left. A Node whose VM was found
    /// only by name is searched again anyway.
    NodeSearch retain(Predicate<MoRef> isKept, long now) {
        var remaining = new HashSet<>(candidates());
        if (!remaining.removeIf(isKept.negate())) {
            return this;
        }
        if (!hasCandidates()) {
            return new NodeSearch(
                    query,
                    Optional.of(new VmLocation.Nothing(remaining)),
                    isFromRecord,
                    misses,
                    dueAt,
                    searchedAt,
                    changes);
        }
        if (!remaining.isEmpty()) {
            return new NodeSearch(
                    query,
                    Optional.of(new VmLocation.Candidates(remaining)),
                    isFromRecord,
                    misses,
                    dueAt,
                    searchedAt,
                    changes);
        }
        return restart(now);
    }

    /// If nothing was found, returns to the state before the first search.
    NodeSearch restartIfNothingFound(long now) {
        return vmLocation.orElse(null) instanceof VmLocation.Nothing ? restart(now) : this;
    }

    private NodeSearch restart(long now) {
        long dueAt = earliestSearch(searchedAt, max(MIN_INTERVAL, changes.pause()), now);
        return new NodeSearch(query, Optional.empty(), false, misses, OptionalLong.of(dueAt), searchedAt, changes);
    }

    /// Removes the candidates whose UUIDs, as read from vCenter, are not the Node's.
    NodeSearch verify(UUID vcenter, Map<MoRef, VmRecord> vms, long now) {
        return retain(ref -> mayMatch(vcenter, vms.get(ref)), now);
    }

    /// Returns true if the VM may be the Node's. A VM that was not read yet may be the Node's, and so may an
    /// inaccessible one, whose identity is not known.
    private boolean mayMatch(UUID vcenter, @Nullable VmRecord vm) {
        return vm == null
                || SnapshotLookup.identity(vcenter, vm)
                        .map(identity -> isFromRecord
                                ? query.matchesRecord(identity)
                                : query.accepts(identity, vm.guest().hostName())
                                        || (!hasCandidates()
                                                && query.isNameOnlyMatch(
                                                        identity, vm.guest().hostName())))
                        .orElse(true);
    }
}
