package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.cns.CnsSnapshot;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The snapshots in all pages of one query. Each page alone is charged to the heap while it is read; this
/// limits what stays of all pages together.
///
/// Threads: one.
final class FoundSnapshots {
    /// The largest length of all snapshots together as text, in characters. They take about as many bytes of
    /// heap. 128 volumes with 32 snapshots each need a third of it.
    private static final long MAX_LENGTH = 4 << 20;

    private final Set<CnsSnapshot> found = new LinkedHashSet<>();
    private long length;

    /// Adds the snapshots of these volumes, and ignores all others and those that it has.
    ///
    /// @return why the result cannot be complete any more; empty if it can
    Optional<String> add(List<CnsSnapshot> page, Collection<CnsVolumeId> volumes) {
        for (CnsSnapshot snapshot : page) {
            if (!volumes.contains(snapshot.id().volume()) || !found.add(snapshot)) {
                continue;
            }
            length += snapshot.toString().length();
            if (length > MAX_LENGTH) {
                return Optional.of("the snapshots need more than %d KiB of memory".formatted(MAX_LENGTH >> 10));
            }
        }
        return Optional.empty();
    }

    List<CnsSnapshot> all() {
        return List.copyOf(found);
    }
}
