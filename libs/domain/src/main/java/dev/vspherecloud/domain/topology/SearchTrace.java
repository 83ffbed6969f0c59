package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.vm.InventoryObject;
import java.util.ArrayList;
import java.util.List;

/// Notes of a walk: one verdict for every place, in the order in which the walk comes to them.
///
/// Confined to one walk.
final class SearchTrace {
    private record Stop(String path, InventoryObject place) {}

    private final List<Stop> stops = new ArrayList<>();
    private final List<AncestorVerdict> verdicts = new ArrayList<>();

    SearchTrace(List<AncestorPath> ways) {
        for (AncestorPath way : ways) {
            way.places().forEach(place -> stops.add(new Stop(way.name(), place)));
        }
    }

    /// Says what was made of the next place.
    void note(String rule) {
        Stop stop = stops.get(verdicts.size());
        verdicts.add(new AncestorVerdict(stop.path(), stop.place(), rule));
    }

    /// Says more of the place that was noted last.
    void add(String more) {
        AncestorVerdict last = verdicts.removeLast();
        verdicts.add(new AncestorVerdict(last.path(), last.place(), last.rule() + "; " + more));
    }

    /// All verdicts, when the walk ends here.
    ///
    /// @param why the other places need no look
    List<AncestorVerdict> end(String why) {
        while (verdicts.size() < stops.size()) {
            note("not looked at: " + why);
        }
        return verdicts;
    }
}
