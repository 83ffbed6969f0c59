package dev.vspherecloud.csi.commands.plan;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Collects the findings about the objects of one kind. It keeps nothing of objects without a finding, and of each
/// code only the first rows, so that a large cluster needs little memory.
///
/// Threads: one.
final class SubjectRows {
    /// How many rows of one code are kept.
    static final int MAX_ROWS = 10_000;

    private final TakeoverSubject subject;
    private final List<TakeoverRow> rows = new ArrayList<>();
    private final Map<TakeoverCode, Long> counts = new EnumMap<>(TakeoverCode.class);
    private long total;
    private long special;

    SubjectRows(TakeoverSubject subject) {
        this.subject = subject;
    }

    /// Adds an object.
    ///
    /// @param findings empty if nothing changes
    void add(String object, List<TakeoverFinding> findings) {
        total++;
        addTo(object, findings, true);
    }

    /// Adds findings about something that is counted elsewhere or not at all.
    ///
    /// @param isFirst false if the object has other findings
    void addTo(String object, List<TakeoverFinding> findings, boolean isFirst) {
        if (!findings.isEmpty() && isFirst) {
            special++;
        }
        for (TakeoverFinding finding : findings) {
            if (counts.merge(finding.code(), 1L, Long::sum) <= MAX_ROWS) {
                rows.add(new TakeoverRow(subject, object, finding));
            }
        }
    }

    SubjectPlan result() {
        return new SubjectPlan(subject, total, special, counts, rows);
    }
}
