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
    void addRule(String rule) {
        Step stop = stops.get(verdicts.size());
        verdicts.add(new AncestorVerdict(stop.path(), stop.place(), rule));
    }

    /// Appends text to the latest verdict.
    void add(String more) {
        AncestorVerdict last = verdicts.removeLast();
        verdicts.add(new AncestorVerdict(last.path(), last.place(), last.rule() + "; " + more));
    }

    /// Completes the trace and returns all verdicts.
    ///
    /// @param why why the remaining objects were not searched
    List<AncestorVerdict> finish(String why) {
        while (verdicts.size() < stops.size()) {
            addRule(AncestorVerdict.NOT_EVALUATED + ": " + why);
        }
        return verdicts;
    }
}
