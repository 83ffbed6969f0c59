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

/// How the search for one Node's VM in one vCenter stands. Each step makes a new value.
///
/// Times are nanoseconds of one monotonic clock.
///
/// @param vmLocation    what is known; empty before the first search, and when what was known turned out wrong
/// @param fromRecord whether the candidate was recorded on the Node and no search has confirmed it
/// @param misses     searches in a row that found nothing
/// @param due        when to search; empty when there is no need
/// @param searched   when the last search was; empty before the first
record NodeSearch(
        VmQuery query,
        Optional<VmLocation> vmLocation,
        boolean fromRecord,
        int misses,
        OptionalLong due,
        OptionalLong searched) {
    private static final Duration FIRST_AGAIN = Duration.ofSeconds(10);

    /// Whoever makes the VM at last looks on …
    private static final Duration SOON_AGAIN = Duration.ofSeconds(30);

    /// … and many Nodes without a VM must not cost more calls than a few, which is ten or twenty a minute.
    private static final Duration FOR_EACH_MISSING = Duration.ofSeconds(6);

    private static final Duration LAST_AGAIN = Duration.ofMinutes(5);

    /// A new VM and its guest tell their name soon after they start …
    private static final int NAMED_AT_FIRST = 3;

    /// … and then it is searched less often than the UUID, since each of its forms is a call.
    private static final int NAMED_EVERY = 4;

    /// A search that finds what then turns out not to exist must not run in circles.
    private static final Duration LEAST_BETWEEN = Duration.ofSeconds(2);

    /// The beginning: what is recorded for this vCenter is a candidate, what is recorded for another is not asked for,
    /// everything else is searched, also when the Node contradicts its record.
    ///
    /// @param demanded search whatever is recorded
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

    /// The Node as it is now; begins anew when it is another machine, when somebody else recorded what was not found
    /// here, or when it is to be searched after all.
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

    /// Whether the next search also searches the name of a Node whose UUID no VM has.
    boolean isNameDue() {
        return query.mayMatchByName() && (vmLocation.isEmpty() || misses < NAMED_AT_FIRST || misses % NAMED_EVERY == 0);
    }

    /// A search is over.
    ///
    /// @param missing how many Nodes are searched in vain
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

    /// Those that were found by name stay while the name is not searched.
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

    /// Without the candidates that are not kept; searched again when none is left. A Node of which only the name was
    /// found is searched again anyway.
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

    /// As before the first search, if nothing was found.
    NodeSearch renew(long now) {
        return vmLocation.orElse(null) instanceof VmLocation.Nothing ? anew(now) : this;
    }

    private NodeSearch anew(long now) {
        long earliest = searched.isPresent() ? searched.getAsLong() + LEAST_BETWEEN.toNanos() : now;
        return new NodeSearch(
                query, Optional.empty(), false, misses, OptionalLong.of(Math.max(now, earliest)), searched);
    }

    /// Without the candidates whose UUIDs, as now read, are not the Node's.
    NodeSearch verify(UUID vcenter, Map<MoRef, VmRecord> vms, long now) {
        return keep(ref -> isPlausible(vcenter, vms.get(ref)), now);
    }

    /// What was not read yet may be it. What is inaccessible at the moment too: that says nothing about which VM it is.
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
