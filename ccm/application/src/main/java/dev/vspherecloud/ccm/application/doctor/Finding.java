package dev.vspherecloud.ccm.application.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/// Something that is wrong, at one or several objects, and what to do.
///
/// @param places the objects, never empty; many Nodes with the same problem are one finding
/// @param remedy sentences that say what to do
public record Finding(FindingCode code, List<Place> places, String remedy) {
    /// The order of the report: the most severe first, then by area, then by code and object.
    static final Comparator<Finding> ORDER = Comparator.comparing(
                    (Finding finding) -> finding.code().severity())
            .thenComparing(finding -> finding.code().area())
            .thenComparing(Finding::code)
            .thenComparing(finding -> finding.places().getFirst().object());

    public Finding {
        places = List.copyOf(places);
    }

    /// One object that has the problem.
    ///
    /// @param object for people, as in `Node w-1` or `vCenter vc-a`
    /// @param details what was found there
    public record Place(String object, String details) {}

    /// Creates a finding about one object, with the remedy of its code.
    public static Finding of(FindingCode code, String object, String details) {
        return new Finding(code, List.of(new Place(object, details)), code.remedy());
    }

    /// Returns the same finding with more sentences at the end of the remedy.
    public Finding withAdvice(String more) {
        return more.isEmpty() ? this : new Finding(code, places, remedy + " " + more);
    }

    /// Joins findings with the same code and remedy, and sorts them.
    static List<Finding> joined(List<Finding> findings) {
        record Key(FindingCode code, String remedy) {}
        var places = new LinkedHashMap<Key, List<Place>>();
        findings.forEach(
                finding -> places.computeIfAbsent(new Key(finding.code(), finding.remedy()), _ -> new ArrayList<>())
                        .addAll(finding.places()));
        var joined = new ArrayList<Finding>();
        places.forEach((key, all) ->
                joined.add(new Finding(key.code(), all.stream().distinct().toList(), key.remedy())));
        joined.sort(ORDER);
        return List.copyOf(joined);
    }
}
