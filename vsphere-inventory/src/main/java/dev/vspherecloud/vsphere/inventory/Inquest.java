package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.existence.AbsenceQuestion;
import dev.vspherecloud.domain.existence.Destruction;
import dev.vspherecloud.domain.existence.HomeAnswer;
import dev.vspherecloud.domain.existence.MarkTrace;
import dev.vspherecloud.domain.vm.EventMark;
import dev.vspherecloud.domain.vm.VmHome;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.ObjectContent;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.VcenterEvent;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What the vCenter that had some VMs says of them, now that their references name nothing any more: one look into its
/// history and at their folders and pools for all of them.
///
/// At most seven calls, one or two of them for each mark beyond the second, and three for each VM that was removed
/// with an event.
///
/// Threads: confined to the watcher.
final class Inquest {
    private final String vcenter;
    private final VcenterSession session;
    private final TolerantHistory history;
    private final Optional<EventMark> newest;

    /// @param newest its newest event, read after the references had named nothing
    Inquest(String vcenter, VcenterSession session, TolerantHistory history, Optional<EventMark> newest) {
        this.vcenter = vcenter;
        this.session = session;
        this.history = history;
        this.newest = newest;
    }

    /// @param absent questions about VMs whose references name nothing
    Map<AbsenceQuestion, HomeAnswer> hold(List<AbsenceQuestion> absent) {
        Set<VmHome.Place> readable = readable(absent);
        Map<EventMark, MarkTrace> traces = traces(absent);
        Map<MoRef, VcenterEvent> removals = removals(absent);
        var answers = new HashMap<AbsenceQuestion, HomeAnswer>();
        for (AbsenceQuestion question : absent) {
            var ownTraces = new HashMap<>(traces);
            ownTraces.keySet().retainAll(question.marks());
            answers.put(
                    question,
                    new HomeAnswer.NoSuchObject(
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

    private static List<VmHome.Place> holders(AbsenceQuestion question) {
        return question.vm().home().map(VmHome::holders).orElse(List.of());
    }

    /// Those of the places that held the VMs that show a name and what they are in.
    private Set<VmHome.Place> readable(List<AbsenceQuestion> absent) {
        Set<MoRef> places = absent.stream()
                .flatMap(question -> holders(question).stream())
                .flatMap(place -> References.of(place.kind(), place.moref()).stream())
                .collect(Collectors.toSet());
        if (places.isEmpty()) {
            return Set.of();
        }
        var query = RetrieveQuery.ofObjects(PlaceRecord.TYPE, PlaceRecord.WATCHED, places)
                .toleratingMissing();
        try {
            return session.retrieve(query).stream()
                    .filter(place -> place.values().keySet().containsAll(PlaceRecord.WATCHED))
                    .map(ObjectContent::object)
                    .map(place -> new VmHome.Place(place.type(), place.value()))
                    .collect(Collectors.toSet());
        } catch (VcenterException e) {
            Witness.requireSession(e);
            return Set.of();
        }
    }

    private Map<EventMark, MarkTrace> traces(List<AbsenceQuestion> absent) {
        var traces = new HashMap<EventMark, MarkTrace>();
        absent.stream()
                .flatMap(question -> question.marks().stream())
                .distinct()
                .forEach(mark -> traces.put(mark, history.trace(mark)));
        return traces;
    }

    private Map<MoRef, VcenterEvent> removals(List<AbsenceQuestion> absent) {
        if (newest.isEmpty()) {
            return Map.of();
        }
        var removals = new HashMap<MoRef, VcenterEvent>();
        List<AbsenceQuestion> marked =
                absent.stream().filter(each -> each.vm().seen().isPresent()).toList();
        List<AbsenceQuestion> unmarked = new ArrayList<>(absent);
        unmarked.removeAll(marked);
        Optional<Instant> earliest = marked.stream()
                .flatMap(each -> each.vm().seen().stream())
                .map(EventMark::time)
                .min(Instant::compareTo);
        if (!marked.isEmpty()) {
            removals.putAll(history.removals(references(marked), earliest, newest.get()));
        }
        if (!unmarked.isEmpty()) {
            removals.putAll(history.removals(references(unmarked), Optional.empty(), newest.get()));
        }
        return removals;
    }

    private static Set<MoRef> references(List<AbsenceQuestion> questions) {
        return questions.stream()
                .flatMap(question -> References.of(question.vm()).stream())
                .collect(Collectors.toSet());
    }

    /// A removal from before the VM was seen is another one's.
    private Optional<Destruction> destruction(AbsenceQuestion question, Map<MoRef, VcenterEvent> removals) {
        long after = question.vm().seen().map(EventMark::key).orElse(Long.MIN_VALUE);
        return References.of(question.vm()).flatMap(vm -> Optional.ofNullable(removals.get(vm))
                .filter(removal -> removal.key() > after)
                .flatMap(removal -> history.destruction(vm, removal)));
    }
}
