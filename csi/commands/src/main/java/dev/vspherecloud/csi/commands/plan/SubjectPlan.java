package dev.vspherecloud.csi.commands.plan;

import java.util.List;
import java.util.Map;

/// The part of the plan about one kind of object.
///
/// @param total   how many objects of the driver there are
/// @param special how many of them have a finding
/// @param counts  how many findings there are of each code
/// @param rows    the findings in the order of the objects. Of each code, those above a limit are left out
record SubjectPlan(
        TakeoverSubject subject, long total, long special, Map<TakeoverCode, Long> counts, List<TakeoverRow> rows) {
    public SubjectPlan {
        counts = Map.copyOf(counts);
        rows = List.copyOf(rows);
    }

    /// Returns how many objects have no finding.
    long unchanged() {
        return total - special;
    }

    /// Returns how many findings the rows do not contain.
    long omitted() {
        return counts.values().stream().mapToLong(Long::longValue).sum() - rows.size();
    }
}
