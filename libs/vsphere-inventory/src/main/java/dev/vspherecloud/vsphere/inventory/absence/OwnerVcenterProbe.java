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

/// What the vCenter that had some VMs says of them, now that their references name nothing any more: one look into its
/// history and at their folders and pools for all of them.
///
/// Four or five calls as a rule: one for folders and pools, one for removals, and one for each mark, or three and
/// more when it is not there. Older landmarks are looked for only if the newer ones are not there. And three for
/// each VM that was removed with an event.
///
/// The removal of a VM is searched from when that VM was last confirmed present. VMs of which that is long ago are
/// searched after the others and apart from them, since events of a long time may take vCenter too long.
///
/// Threads: confined to the watcher.
final class OwnerVcenterProbe {
    /// Of the places that a VM was in, whether the account may still read them.
    private static final String PLACE = "ManagedEntity";

    private static final List<String> PATHS = List.of("name", "parent");

    /// Removals are searched together that are not older than this …
    private static final List<Duration> WINDOWS =
            List.of(Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(36_500));

    /// … and a VM that is gone may be shown for a while, as far as is known.
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

    /// @param absent questions about VMs whose references name nothing
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

    /// Those of the places that held the VMs that show a name and what they are in.
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

    /// When the VM was certainly there, by vCenter's clock.
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

    /// A removal from before the VM was seen is another one's.
    private Optional<Destruction> destruction(ExistenceCheckRequest question, Map<MoRef, VcenterEvent> removals) {
        long after = question.vm().seen().map(EventPosition::key).orElse(Long.MIN_VALUE);
        return References.of(question.vm()).flatMap(vm -> Optional.ofNullable(removals.get(vm))
                .filter(removal -> removal.key() > after)
                .flatMap(removal -> history.destruction(vm, removal)));
    }
}
