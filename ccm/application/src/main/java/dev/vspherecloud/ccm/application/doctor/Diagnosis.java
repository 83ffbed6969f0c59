package dev.vspherecloud.ccm.application.doctor;

import dev.vspherecloud.ccm.application.print.ConfiguredDatacenter;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// The result of `doctor`.
///
/// @param findings in the order of the report
/// @param gaps why areas were not examined, or not at every object; one entry for each cause. An area that was not
///     examined anywhere is only in the first entry that says so
/// @param datacenters what the configured datacenters name in the vCenters that could be read
public record Diagnosis(List<Finding> findings, List<Gap> gaps, List<ConfiguredDatacenter> datacenters) {
    public Diagnosis {
        findings = Finding.joined(findings);
        gaps = withoutRepetitions(gaps);
        datacenters = List.copyOf(datacenters);
    }

    private static List<Gap> withoutRepetitions(List<Gap> gaps) {
        var nowhere = EnumSet.noneOf(DoctorArea.class);
        var kept = new LinkedHashSet<Gap>();
        for (Gap gap : gaps) {
            List<DoctorArea> areas =
                    gap.areas().stream().filter(area -> !nowhere.contains(area)).toList();
            if (!areas.isEmpty()) {
                kept.add(new Gap(areas, gap.where(), gap.why()));
            }
            if (gap.where().isEmpty()) {
                nowhere.addAll(areas);
            }
        }
        return List.copyOf(kept);
    }

    /// Areas that could not be examined.
    ///
    /// @param where the object at which they were not examined; empty for everywhere
    /// @param why the cause, as the end of a sentence
    public record Gap(List<DoctorArea> areas, String where, String why) {
        public Gap {
            areas = List.copyOf(areas);
        }
    }

    /// How far an area was examined.
    enum AreaState {
        EXAMINED("examined"),
        PARTLY("partly"),
        NOT_EXAMINED("notExamined");

        private final String text;

        AreaState(String text) {
            this.text = text;
        }

        /// Returns the value in JSON, for example `partly`.
        String text() {
            return text;
        }
    }

    /// Returns true if a finding is an error.
    public boolean hasErrors() {
        return count(FindingSeverity.ERROR) > 0;
    }

    long count(FindingSeverity severity) {
        return findings.stream()
                .filter(finding -> finding.code().severity() == severity)
                .count();
    }

    /// Returns how far each area was examined.
    Map<DoctorArea, AreaState> areas() {
        var states = new EnumMap<DoctorArea, AreaState>(DoctorArea.class);
        Arrays.stream(DoctorArea.values()).forEach(area -> states.put(area, state(area)));
        return states;
    }

    private AreaState state(DoctorArea area) {
        List<Gap> ofArea =
                gaps.stream().filter(gap -> gap.areas().contains(area)).toList();
        if (ofArea.isEmpty()) {
            return AreaState.EXAMINED;
        }
        return ofArea.stream().anyMatch(gap -> gap.where().isEmpty()) ? AreaState.NOT_EXAMINED : AreaState.PARTLY;
    }
}
