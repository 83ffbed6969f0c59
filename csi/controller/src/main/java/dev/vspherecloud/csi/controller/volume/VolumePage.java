package dev.vspherecloud.csi.controller.volume;

import dev.vspherecloud.csi.controller.volume.VolumeListResult.Entry;
import java.util.Comparator;
import java.util.List;

/// One page of the list of volumes. A token is the last handle of the page before, so that volumes that come and
/// go between two pages move no other volume to another page.
///
/// @param next the token of the next page; empty if this is the last one
record VolumePage(List<Entry> entries, String next) {
    VolumePage {
        entries = List.copyOf(entries);
    }

    /// Cuts a page out of all volumes.
    ///
    /// @param token   empty for the first page
    /// @param maximum the largest number of entries; 0 for all
    static VolumePage of(List<Entry> all, String token, int maximum) {
        List<Entry> left = all.stream()
                .filter(entry -> entry.handle().compareTo(token) > 0)
                .sorted(Comparator.comparing(Entry::handle))
                .toList();
        if (maximum == 0 || left.size() <= maximum) {
            return new VolumePage(left, "");
        }
        List<Entry> page = left.subList(0, maximum);
        return new VolumePage(page, page.getLast().handle());
    }
}
