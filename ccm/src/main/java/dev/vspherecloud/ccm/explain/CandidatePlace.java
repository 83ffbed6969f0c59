package dev.vspherecloud.ccm.explain;

import dev.vspherecloud.domain.topology.PlaceVerdict;
import dev.vspherecloud.domain.topology.TopologyChoice;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import java.util.ArrayList;
import java.util.List;

/// One place on a path from the VM upwards, and what was made of its tags.
///
/// @param path `host`, `pool` or `folder`
/// @param rule in words: what was taken, or why nothing was
record CandidatePlace(String path, InventoryObject place, String rule) {
    private static final String NOT_LOOKED_AT = "not looked at";

    /// Every place of every path, nearest first, whether or not the choice came to look at it.
    static List<CandidatePlace> of(Placement placement, TopologyChoice choice) {
        var places = new ArrayList<CandidatePlace>();
        places.addAll(along("host", placement.hostPath(), choice.verdicts()));
        places.addAll(along("pool", placement.poolPath(), choice.verdicts()));
        places.addAll(along("folder", placement.folderPath(), choice.verdicts()));
        return places;
    }

    private static List<CandidatePlace> along(String path, List<InventoryObject> places, List<PlaceVerdict> verdicts) {
        return places.stream()
                .map(place -> new CandidatePlace(path, place, ruleOn(path, place, verdicts)))
                .toList();
    }

    private static String ruleOn(String path, InventoryObject place, List<PlaceVerdict> verdicts) {
        return verdicts.stream()
                .filter(verdict -> verdict.path().equals(path))
                .filter(verdict -> verdict.place().moref().equals(place.moref()))
                .map(PlaceVerdict::rule)
                .findFirst()
                .orElse(NOT_LOOKED_AT);
    }
}
