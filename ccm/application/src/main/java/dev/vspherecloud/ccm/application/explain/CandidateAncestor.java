package dev.vspherecloud.ccm.application.explain;

import dev.vspherecloud.domain.topology.AncestorVerdict;
import dev.vspherecloud.domain.topology.TopologyChoice;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// A VM or an inventory object above it, and the decision about its tags.
///
/// @param path the path on which the object is: `vm`, `host`, `pool` or `folder`
/// @param place the object
/// @param rule the decision in words: what its tags set, or why they set nothing
record CandidateAncestor(String path, InventoryObject place, String rule) {
    /// Returns false if the search for zone and region ended before it reached the object.
    boolean isEvaluated() {
        return !rule.startsWith(AncestorVerdict.NOT_EVALUATED);
    }

    /// Returns all objects of all paths above the VM, nearest first, also those that the choice did not evaluate.
    static List<CandidateAncestor> of(Placement placement, TopologyChoice choice) {
        var places = new ArrayList<CandidateAncestor>();
        choice.verdicts()
                .forEach(verdict -> places.add(new CandidateAncestor(verdict.path(), verdict.place(), verdict.rule())));
        Set<String> evaluated =
                places.stream().map(each -> each.place().moref()).collect(Collectors.toSet());
        places.addAll(unreached("host", placement.hostPath(), evaluated));
        places.addAll(unreached("pool", placement.poolPath(), evaluated));
        places.addAll(unreached("folder", placement.folderPath(), evaluated));
        return places;
    }

    private static List<CandidateAncestor> unreached(String path, List<InventoryObject> places, Set<String> evaluated) {
        return places.stream()
                .filter(place -> !evaluated.contains(place.moref()))
                .map(place -> new CandidateAncestor(path, place, AncestorVerdict.NOT_EVALUATED))
                .toList();
    }
}
