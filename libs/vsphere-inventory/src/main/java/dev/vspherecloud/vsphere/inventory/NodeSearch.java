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

/// The state of the search for one Node's VM in one vCenter. Each step makes a new value.
///
/// Times are nanoseconds of one monotonic clock.
///
/// @param vmLocation    what is known; empty before the first search, and when what was known turned out wrong
/// @param fromRecord whether the candidate was recorded on the Node and no search has confirmed it
/// @param misses     searches in a row that found nothing
/// @param due        when to search; empty if no search is needed
/// @param searched   when the last search was; empty before the first
record NodeSearch(
        VmQuery query,
        Optional<VmLocation> vmLocation,
        boolean fromRecord,
        int misses,
        OptionalLong due,
        OptionalLong searched) {
    private static final Duration FIRST_AGAIN = Duration.ofSeconds(10);

    /// A person who creates the VM late watches for the result, so the wait stays short …
    private static final Duration SOON_AGAIN = Duration.ofSeconds(30);

    /// … but the searches for many Nodes without a VM must cost no more calls than for a few: ten or twenty a
    /// minute.
    private static final Duration FOR_EACH_MISSING = Duration.ofSeconds(6);

    private static final Duration LAST_AGAIN = Duration.ofMinutes(5);

    /// A new VM and its guest report their name soon after they start …
    private static final int NAMED_AT_FIRST = 3;

    /// … and then the name is searched less often than the UUID, since each form of the name takes a call.
    private static final int NAMED_EVERY = 4;

    /// A search may find a VM that then turns out not to exist. This pause keeps such searches from following each
    /// other without end.
    private static final Duration LEAST_BETWEEN = Duration.ofSeconds(2);

    /// Begins a search. A VM that is recorded for this vCenter is a candidate. If the record names another
    /// vCenter, this vCenter is not asked. In all other cases it is searched, also if the Node contradicts its
    /// record.
    ///
    /// @param demanded whether to search regardless of the record
    static NodeSearch begin(VmQuery query, UUID vcenter, boolean demanded, OptionalLong searched, long now) {
        Optional<RecordedVm> recorded = demanded || !query.trustsRecord()
                ? Optional.empty()
                : query.recorded().filter(vm -> References.of(vm).isPresent());
        if (recorded.isEmpty()) {
            return new NodeSearch(query, Optional.empty(), false, 0, OptionalLong.of(now), searched);
        }
        boolean ours = recorded.get().ref().vcenter().equals(vcenter);
        VmLocation vmLocation = ours
                ? new VmLocation.Candidates(Set.of(References.of(recorded.get()).orElseThrow()))
                : new VmLocation.NotAsked();
        return new NodeSearch(query, Optional.of(vmLocation), ours, 0, OptionalLong.empty(), searched);
    }

    /// Takes over the Node as it is now. Begins anew if the Node names another machine, if the record changed
    /// while nothing was found here, or if a search is demanded after all.
    NodeSearch follow(VmQuery newer, UUID vcenter, boolean demanded, long now) {
        boolean nowDemanded = demanded && vmLocation.orElse(null) instanceof VmLocation.NotAsked;
        boolean nowRecorded = !demanded
                && !isFound()
                && newer.trustsRecord()
                && !newer.recorded().equals(query.recorded());
        return query.seeksTheSameAs(newer) && !nowDemanded && !nowRecorded
                ? new NodeSearch(newer, vmLocation, fromRecord, misses, due, searched)
                : begin(newer, vcenter, demanded, searched, now);
    }

    /// Returns true if the next search also searches by name for a Node whose UUID no VM has.
    boolean isNameDue() {
        return query.mayMatchByName() && (vmLocation.isEmpty() || misses < NAMED_AT_FIRST || misses % NAMED_EVERY == 0);
    }

    /// Takes over the result of a search.
    ///
    /// @param missing how many Nodes have no VM after a search
    NodeSearch found(VmLocation result, int missing, long now) {
        OptionalLong at = OptionalLong.of(now);
        return switch (result) {
            case VmLocation.Nothing(Set<MoRef> namesakes) ->
                new NodeSearch(
                        query,
                        Optional.of(new VmLocation.Nothing(withKnown(namesakes))),
                        false,
                        misses + 1,
                        OptionalLong.of(now + again(misses + 1, missing).toNanos()),
                        at);
            case VmLocation.Candidates _, VmLocation.NotAsked _ ->
                new NodeSearch(query, Optional.of(result), false, 0, OptionalLong.empty(), at);
        };
    }

    /// Keeps the VMs that were found by name as long as the name is not searched again.
    private Set<MoRef> withKnown(Set<MoRef> namesakes) {
        if (isNameDue() || !(vmLocation.orElse(null) instanceof VmLocation.Nothing(Set<MoRef> known))) {
            return namesakes;
        }
        var all = new HashSet<>(known);
        all.addAll(namesakes);
        return all;
    }

    private static Duration again(int misses, int missing) {
        Duration grown = FIRST_AGAIN.multipliedBy(1L << Math.min(misses - 1, 10));
        Duration paced = longer(SOON_AGAIN, FOR_EACH_MISSING.multipliedBy(missing));
        return shorter(grown, shorter(paced, LAST_AGAIN));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private boolean isFound() {
        return vmLocation.orElse(null) instanceof VmLocation.Candidates;
    }

    Set<MoRef> candidates() {
        return vmLocation.map(VmLocation::refs).orElse(Set.of());
    }

    /// Removes the candidates that do not match, and searches again if none is left. A Node whose VM was found
    /// only by name is searched again anyway.
    NodeSearch keep(Predicate<MoRef> kept, long now) {
        var rest = new HashSet<>(candidates());
        if (!rest.removeIf(kept.negate())) {
            return this;
        }
        if (!isFound()) {
            return new NodeSearch(query, Optional.of(new VmLocation.Nothing(rest)), fromRecord, misses, due, searched);
        }
        if (!rest.isEmpty()) {
            return new NodeSearch(
                    query, Optional.of(new VmLocation.Candidates(rest)), fromRecord, misses, due, searched);
        }
        return anew(now);
    }

    /// Returns to the state before the first search if nothing was found.
    NodeSearch renew(long now) {
        return vmLocation.orElse(null) instanceof VmLocation.Nothing ? anew(now) : this;
    }

    private NodeSearch anew(long now) {
        long earliest = searched.isPresent() ? searched.getAsLong() + LEAST_BETWEEN.toNanos() : now;
        return new NodeSearch(
                query, Optional.empty(), false, misses, OptionalLong.of(Math.max(now, earliest)), searched);
    }

    /// Removes the candidates whose UUIDs, as read now, are not the Node's.
    NodeSearch verify(UUID vcenter, Map<MoRef, VmRecord> vms, long now) {
        return keep(ref -> isPlausible(vcenter, vms.get(ref)), now);
    }

    /// Returns true if the VM may be the Node's. A VM that was not read yet may be, and so may an inaccessible
    /// one: being inaccessible does not say which VM it is.
    private boolean isPlausible(UUID vcenter, @Nullable VmRecord vm) {
        return vm == null
                || SnapshotLookup.identity(vcenter, vm)
                        .map(identity -> fromRecord
                                ? query.confirms(identity)
                                : query.accepts(identity, vm.guest().hostName())
                                        || (!isFound()
                                                && query.isNamesake(
                                                        identity, vm.guest().hostName())))
                        .orElse(true);
    }
}
