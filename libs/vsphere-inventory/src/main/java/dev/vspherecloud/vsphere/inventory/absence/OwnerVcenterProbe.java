package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.domain.existence.Destruction;
import dev.vspherecloud.domain.existence.EventLookup;
import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.VmParents;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.ObjectContent;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.VcenterEvent;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Asks the vCenter that had some VMs what happened to them, after their references name no object any more. It
/// reads the events, and the folders and pools of the VMs, for all of them together.
///
/// As a rule this takes four or five calls: one for folders and pools, one for removals, and one for each
/// recorded event, or three and more if that event is not found. Older landmarks are searched only if the newer
/// ones are not found. Each VM that was removed with an event takes three more calls.
///
/// The removal of a VM is searched from the time when that VM was last confirmed present. If that is long ago
/// for some VMs, they are searched after the others and separately, since the events of a long time may take
/// vCenter too long.
///
/// Threads: only the watcher's thread.
final class OwnerVcenterProbe {
    /// The type by which the folders and pools of VMs are read, to see whether the account can still read them.
    private static final String MANAGED_ENTITY = "ManagedEntity";

    private static final List<String> PATHS = List.of("name", "parent");

    /// The limits for the age of removals. VMs are searched together if their removals are within the same
    /// limit.
    private static final List<Duration> WINDOWS =
            List.of(Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(36_500));

    /// The time for which vCenter is assumed to show a VM after the VM is gone.
    private static final Duration VISIBILITY_LAG = Duration.ofMinutes(2);

    private final String vcenter;
    private final VcenterSession session;
    private final BestEffortHistory history;
    private final Optional<EventPosition> newest;
    private final Map<MoRef, EventPosition> lastConfirmed;

    /// Creates a probe.
    ///
    /// @param newest  the newest event of the vCenter, read after the lookups of the references
    /// @param lastConfirmed for each VM, an event from before the VM was last confirmed present
    OwnerVcenterProbe(
            String vcenter,
            VcenterSession session,
            BestEffortHistory history,
            Optional<EventPosition> newest,
            Map<MoRef, EventPosition> lastConfirmed) {
        this.vcenter = vcenter;
        this.session = session;
        this.history = history;
        this.newest = newest;
        this.lastConfirmed = Map.copyOf(lastConfirmed);
    }

    /// Finds out what happened to the VMs.
    ///
    /// @param absent the requests about VMs whose references name no object
    Map<ExistenceCheckRequest, OwnerVcenterResult> probe(List<ExistenceCheckRequest> absent) {
        Set<VmParents.Place> readable = readableFoldersAndPools(absent);
        Map<EventPosition, EventLookup> lookups = lookUpEvents(absent);
        Map<MoRef, VcenterEvent> removals = removals(absent);
        var results = new HashMap<ExistenceCheckRequest, OwnerVcenterResult>();
        for (ExistenceCheckRequest request : absent) {
            var ownLookups = new HashMap<>(lookups);
            ownLookups.keySet().retainAll(request.events());
            results.put(
                    request,
                    new OwnerVcenterResult.NoSuchObject(
                            vcenter,
                            foldersAndPools(request).stream()
                                    .filter(parent -> !readable.contains(parent))
                                    .toList(),
                            newest,
                            ownLookups,
                            destruction(request, removals)));
        }
        return results;
    }

    private static List<VmParents.Place> foldersAndPools(ExistenceCheckRequest request) {
        return request.vm().parents().map(VmParents::folderAndPool).orElse(List.of());
    }

    /// Returns the folders and pools of the VMs whose name and parent the account can read.
    private Set<VmParents.Place> readableFoldersAndPools(List<ExistenceCheckRequest> absent) {
        Set<MoRef> parents = absent.stream()
                .flatMap(request -> foldersAndPools(request).stream())
                .flatMap(parent -> References.of(parent.kind(), parent.moref()).stream())
                .collect(Collectors.toSet());
        if (parents.isEmpty()) {
            return Set.of();
        }
        var query = RetrieveQuery.ofObjects(MANAGED_ENTITY, PATHS, parents).toleratingMissing();
        try {
            return session.retrieve(query).stream()
                    .filter(parent -> parent.values().keySet().containsAll(PATHS))
                    .map(ObjectContent::object)
                    .map(parent -> new VmParents.Place(parent.type(), parent.value()))
                    .collect(Collectors.toSet());
        } catch (VcenterException e) {
            VcenterExistenceChecker.rethrowIfSessionLost(e);
            return Set.of();
        }
    }

    private Map<EventPosition, EventLookup> lookUpEvents(List<ExistenceCheckRequest> absent) {
        var lookups = new HashMap<EventPosition, EventLookup>();
        for (ExistenceCheckRequest request : absent) {
            request.vm().seenAt().ifPresent(position -> lookups.computeIfAbsent(position, history::lookUp));
            for (EventPosition position : request.knownEvents()) {
                if (lookups.computeIfAbsent(position, history::lookUp) == EventLookup.THERE) {
                    break;
                }
            }
        }
        return lookups;
    }

    private Map<MoRef, VcenterEvent> removals(List<ExistenceCheckRequest> absent) {
        if (newest.isEmpty()) {
            return Map.of();
        }
        Instant now = newest.get().time();
        var removals = new HashMap<MoRef, VcenterEvent>();
        List<ExistenceCheckRequest> remaining = new ArrayList<>(absent);
        for (Duration window : WINDOWS) {
            List<ExistenceCheckRequest> group = remaining.stream()
                    .filter(each -> !knownToExistAt(each, now).isBefore(now.minus(window)))
                    .toList();
            remaining.removeAll(group);
            group.stream()
                    .map(each -> knownToExistAt(each, now))
                    .min(Instant::compareTo)
                    .ifPresent(
                            earliest -> removals.putAll(history.removals(references(group), earliest, newest.get())));
        }
        return removals;
    }

    /// Returns a time at which the VM certainly existed, by vCenter's clock.
    private Instant knownToExistAt(ExistenceCheckRequest request, Instant now) {
        Optional<Instant> confirmed = References.of(request.vm())
                .flatMap(vm -> Optional.ofNullable(lastConfirmed.get(vm)))
                .map(position -> position.time().minus(VISIBILITY_LAG));
        return Stream.concat(confirmed.stream(), request.vm().seenAt().map(EventPosition::time).stream())
                .max(Instant::compareTo)
                .orElse(now.minus(BestEffortHistory.RECENT));
    }

    private static Set<MoRef> references(List<ExistenceCheckRequest> requests) {
        return requests.stream()
                .flatMap(request -> References.of(request.vm()).stream())
                .collect(Collectors.toSet());
    }

    /// Returns the destruction of the VM; empty if no events show it. A removal from before the VM was seen
    /// belongs to another VM.
    private Optional<Destruction> destruction(ExistenceCheckRequest request, Map<MoRef, VcenterEvent> removals) {
        long after = request.vm().seenAt().map(EventPosition::key).orElse(Long.MIN_VALUE);
        return References.of(request.vm()).flatMap(vm -> Optional.ofNullable(removals.get(vm))
                .filter(removal -> removal.key() > after)
                .flatMap(removal -> history.destruction(vm, removal)));
    }
}
