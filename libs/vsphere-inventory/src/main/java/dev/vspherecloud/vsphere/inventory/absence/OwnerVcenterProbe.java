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

/// Asks the vCenter that had some VMs what happened to them, after their references name nothing any more. It
/// reads the events, and the folders and pools of the VMs, for all of them together.
///
/// As a rule this takes four or five calls: one for folders and pools, one for removals, and one for each mark, or
/// three and more if the mark is not found. Older landmarks are searched only if the newer ones are not found.
/// Each VM that was removed with an event takes three more.
///
/// The removal of a VM is searched from when that VM was last confirmed present. VMs for which that is long ago
/// are searched after the others and apart from them, since the events of a long time may take vCenter too long.
///
/// Threads: confined to the watcher.
final class OwnerVcenterProbe {
    /// The type for the VMs' folders and pools, which are read to see whether the account still may.
    private static final String PLACE = "ManagedEntity";

    private static final List<String> PATHS = List.of("name", "parent");

    /// VMs are searched together if their removals are not older than one of these limits …
    private static final List<Duration> WINDOWS =
            List.of(Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(36_500));

    /// … and vCenter may show a VM for a while after it is gone, as far as is known.
    private static final Duration LAG = Duration.ofMinutes(2);

    private final String vcenter;
    private final VcenterSession session;
    private final BestEffortHistory history;
    private final Optional<EventPosition> newest;
    private final Map<MoRef, EventPosition> present;

    /// @param newest  its newest event, read after the references had named nothing
    /// @param present by VM, an event from before it was last confirmed present
    OwnerVcenterProbe(
            String vcenter,
            VcenterSession session,
            BestEffortHistory history,
            Optional<EventPosition> newest,
            Map<MoRef, EventPosition> present) {
        this.vcenter = vcenter;
        this.session = session;
        this.history = history;
        this.newest = newest;
        this.present = Map.copyOf(present);
    }

    /// Finds out what happened to the VMs.
    ///
    /// @param absent requests about VMs whose references name nothing
    Map<ExistenceCheckRequest, OwnerVcenterResult> hold(List<ExistenceCheckRequest> absent) {
        Set<VmParents.Place> readable = readable(absent);
        Map<EventPosition, EventLookup> traces = traces(absent);
        Map<MoRef, VcenterEvent> removals = removals(absent);
        var answers = new HashMap<ExistenceCheckRequest, OwnerVcenterResult>();
        for (ExistenceCheckRequest question : absent) {
            var ownTraces = new HashMap<>(traces);
            ownTraces.keySet().retainAll(question.marks());
            answers.put(
                    question,
                    new OwnerVcenterResult.NoSuchObject(
                            vcenter,
                            holders(question).stream()
                                    .filter(place -> !readable.contains(place))
                                    .toList(),
                            newest,
                            ownTraces,
                            destruction(question, removals)));
        }
        return answers;
    }

    private static List<VmParents.Place> holders(ExistenceCheckRequest question) {
        return question.vm().home().map(VmParents::holders).orElse(List.of());
    }

    /// Returns the folders and pools of the VMs whose name and parent the account can read.
    private Set<VmParents.Place> readable(List<ExistenceCheckRequest> absent) {
        Set<MoRef> places = absent.stream()
                .flatMap(question -> holders(question).stream())
                .flatMap(place -> References.of(place.kind(), place.moref()).stream())
                .collect(Collectors.toSet());
        if (places.isEmpty()) {
            return Set.of();
        }
        var query = RetrieveQuery.ofObjects(PLACE, PATHS, places).toleratingMissing();
        try {
            return session.retrieve(query).stream()
                    .filter(place -> place.values().keySet().containsAll(PATHS))
                    .map(ObjectContent::object)
                    .map(place -> new VmParents.Place(place.type(), place.value()))
                    .collect(Collectors.toSet());
        } catch (VcenterException e) {
            VcenterExistenceChecker.requireSession(e);
            return Set.of();
        }
    }

    private Map<EventPosition, EventLookup> traces(List<ExistenceCheckRequest> absent) {
        var traces = new HashMap<EventPosition, EventLookup>();
        for (ExistenceCheckRequest question : absent) {
            question.vm().seen().ifPresent(mark -> traces.computeIfAbsent(mark, history::trace));
            for (EventPosition mark : question.history()) {
                if (traces.computeIfAbsent(mark, history::trace) == EventLookup.THERE) {
                    break;
                }
            }
        }
        return traces;
    }

    private Map<MoRef, VcenterEvent> removals(List<ExistenceCheckRequest> absent) {
        if (newest.isEmpty()) {
            return Map.of();
        }
        Instant now = newest.get().time();
        var removals = new HashMap<MoRef, VcenterEvent>();
        List<ExistenceCheckRequest> left = new ArrayList<>(absent);
        for (Duration window : WINDOWS) {
            List<ExistenceCheckRequest> group = left.stream()
                    .filter(each -> !since(each, now).isBefore(now.minus(window)))
                    .toList();
            left.removeAll(group);
            group.stream()
                    .map(each -> since(each, now))
                    .min(Instant::compareTo)
                    .ifPresent(
                            earliest -> removals.putAll(history.removals(references(group), earliest, newest.get())));
        }
        return removals;
    }

    /// Returns a time at which the VM certainly existed, by vCenter's clock.
    private Instant since(ExistenceCheckRequest question, Instant now) {
        Optional<Instant> confirmed = References.of(question.vm())
                .flatMap(vm -> Optional.ofNullable(present.get(vm)))
                .map(mark -> mark.time().minus(LAG));
        return Stream.concat(confirmed.stream(), question.vm().seen().map(EventPosition::time).stream())
                .max(Instant::compareTo)
                .orElse(now.minus(BestEffortHistory.LATELY));
    }

    private static Set<MoRef> references(List<ExistenceCheckRequest> questions) {
        return questions.stream()
                .flatMap(question -> References.of(question.vm()).stream())
                .collect(Collectors.toSet());
    }

    /// Returns the destruction of the VM. A removal from before the VM was seen belongs to another VM.
    private Optional<Destruction> destruction(ExistenceCheckRequest question, Map<MoRef, VcenterEvent> removals) {
        long after = question.vm().seen().map(EventPosition::key).orElse(Long.MIN_VALUE);
        return References.of(question.vm()).flatMap(vm -> Optional.ofNullable(removals.get(vm))
                .filter(removal -> removal.key() > after)
                .flatMap(removal -> history.destruction(vm, removal)));
    }
}
