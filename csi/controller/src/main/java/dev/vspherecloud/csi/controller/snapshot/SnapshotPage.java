package dev.vspherecloud.csi.controller.snapshot;

import dev.vspherecloud.csi.controller.snapshot.SnapshotListResult.Entry;
import java.util.Comparator;
import java.util.List;

/// One page of a list of snapshots. A token is the last handle of the page before, so that snapshots that come and
/// go between two pages move no other snapshot to another page.
///
/// @param next the token of the next page; empty if this is the last one
record SnapshotPage(List<Entry> entries, String next) {
    SnapshotPage {
        entries = List.copyOf(entries);
    }

    /// Cuts a page out of all snapshots.
    ///
    /// @param token   empty for the first page
    /// @param maximum the largest number of entries; 0 for all
    static SnapshotPage of(List<Entry> all, String token, int maximum) {
        List<Entry> left = all.stream()
                .filter(entry -> entry.handle().compareTo(token) > 0)
                .sorted(Comparator.comparing(Entry::handle))
                .toList();
        if (maximum == 0 || left.size() <= maximum) {
            return new SnapshotPage(left, "");
        }
        List<Entry> page = left.subList(0, maximum);
        return new SnapshotPage(page, page.getLast().handle());
    }
}
