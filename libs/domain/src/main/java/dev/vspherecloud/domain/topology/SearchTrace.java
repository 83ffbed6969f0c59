package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.vm.InventoryObject;
import java.util.ArrayList;
import java.util.List;

/// Records one verdict for every object of all paths, in the order of the search.
///
/// Each search has its own trace.
final class SearchTrace {
    private record Step(String path, InventoryObject place) {}

    private final List<Step> stops = new ArrayList<>();
    private final List<AncestorVerdict> verdicts = new ArrayList<>();

    SearchTrace(List<AncestorPath> paths) {
        for (AncestorPath path : paths) {
            path.places().forEach(place -> stops.add(new Step(path.name(), place)));
        }
    }

    /// Records the verdict on the next object of the search.
    ///
    /// @param effect see [AncestorVerdict]
    void addEffect(String effect) {
        Step stop = stops.get(verdicts.size());
        verdicts.add(AncestorVerdict.evaluated(stop.path(), stop.place(), effect));
    }

    /// Adds a note to the latest verdict.
    void addNote(String note) {
        verdicts.add(verdicts.removeLast().withNote(note));
    }

    /// Completes the trace and returns all verdicts.
    ///
    /// @param why why the remaining objects were not searched
    List<AncestorVerdict> finish(String why) {
        while (verdicts.size() < stops.size()) {
            Step stop = stops.get(verdicts.size());
            verdicts.add(AncestorVerdict.notEvaluated(stop.path(), stop.place(), why));
        }
        return verdicts;
    }
}
