package dev.vspherecloud.ccm.domain.breaker;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// The requirement on one cluster state implemented a second time: Node by Node, from the rows of
/// [PresencesText].
final class NaiveBreaker {
    private final Set<String> members = new HashSet<>();
    private final Set<String> acknowledged = new HashSet<>();

    /// Returns the keys of the Nodes of the incident, empty if there is none.
    Set<String> members() {
        return members;
    }

    Set<String> acknowledged() {
        return acknowledged;
    }

    NaiveBreaker(Set<String> open, Set<String> acknowledgedBefore, boolean isAcknowledged, PresencesText cluster) {
        var all = new ArrayList<PresencesText.Row>();
        var gone = new ArrayList<PresencesText.Row>();
        int recent = 0;
        boolean isOpen = false;
        for (PresencesText.Row row : cluster.rows()) {
            boolean isDeleted = (row.state().equals("lost") || row.state().equals("both")) && row.seconds() < 600;
            boolean isAway = row.state().equals("missing")
                    || row.state().equals("both")
                    || row.state().equals("unknown");
            boolean isCovered = (acknowledgedBefore.contains(row.key()) || (isAcknowledged && open.contains(row.key())))
                    && (isAway || isDeleted);
            if (isCovered) {
                acknowledged.add(row.key());
                continue;
            }
            if (open.contains(row.key()) && !isAcknowledged && isAway) {
                isOpen = true;
            }
            if (open.contains(row.key()) && !isAcknowledged) {
                continue;
            }
            if (isDeleted) {
                all.add(row);
                gone.add(row);
                recent++;
            } else if (Set.of("present", "unknown", "missing", "both").contains(row.state())) {
                all.add(row);
                if ((row.state().equals("missing") || row.state().equals("both")) && row.seconds() >= 30) {
                    gone.add(row);
                    members.add(row.key());
                    recent += row.seconds() <= 600 ? 1 : 0;
                }
            }
        }
        boolean isMany = recent > 5 && recent * 10 > all.size();
        boolean isHalf = gone.size() > all.size() / 2.0;
        boolean isGroup = isWhole(all, gone, PresencesText.Row::vcenter)
                || isWhole(all, gone, row -> row.folder() + " of " + row.vcenter())
                || isWhole(all, gone, row -> row.host() + " of " + row.vcenter());
        if (members.isEmpty() || !(isMany || isHalf || isGroup)) {
            members.clear();
        }
        if (isOpen) {
            members.addAll(open);
        }
    }

    private static boolean isWhole(
            List<PresencesText.Row> all, List<PresencesText.Row> gone, Function<PresencesText.Row, String> group) {
        return gone.stream().anyMatch(one -> {
            List<PresencesText.Row> ofGroup = all.stream()
                    .filter(row -> group.apply(row).equals(group.apply(one)))
                    .toList();
            return ofGroup.size() > 1 && gone.containsAll(ofGroup);
        });
    }
}
