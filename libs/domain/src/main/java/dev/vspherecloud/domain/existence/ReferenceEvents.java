package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.vm.EventPosition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Chooses the events by which a vCenter is recognised later, see [RestorePolicy]. Pure.
public final class ReferenceEvents {
    /// So many are kept of one vCenter.
    public static final int MOST = 6;

    /// An event that is younger than this when it is read may not be stored yet: vpxd loses it if it crashes.
    public static final Duration SETTLED = Duration.ofMinutes(2);

    /// They are at least so far apart, but for the newest.
    static final Duration APART = Duration.ofMinutes(10);

    private ReferenceEvents() {}

    /// The newest of all, and older ones that are some time apart. The oldest are dropped if there are too many.
    ///
    /// @param known those that were kept until now
    /// @param fresh those that were read now
    public static List<EventPosition> kept(Collection<EventPosition> known, Collection<EventPosition> fresh) {
        List<EventPosition> all = Stream.concat(known.stream(), fresh.stream())
                .filter(EventPosition::isPossible)
                .distinct()
                .sorted(Comparator.comparing(EventPosition::time).thenComparingLong(EventPosition::key))
                .toList();
        var kept = new ArrayList<EventPosition>();
        for (EventPosition mark : all) {
            if (kept.isEmpty() || isApart(kept.getLast(), mark) || mark.equals(all.getLast())) {
                kept.add(mark);
            }
        }
        return List.copyOf(kept.subList(Math.max(0, kept.size() - MOST), kept.size()));
    }

    private static boolean isApart(EventPosition one, EventPosition later) {
        return Duration.between(one.time(), later.time()).compareTo(APART) >= 0;
    }
}
