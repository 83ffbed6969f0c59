package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.domain.breaker.RecentDeletion;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// Measures how long ago Nodes were deleted. A wall clock that is set must not make the deletions older, because then
/// the breaker would forget them.
///
/// The time of a deletion is stored by the wall clock, since it outlives the process. From the moment when this
/// process knows of a deletion, its age grows by the monotonic clock. A time in the future counts as now.
///
/// Threads: confined.
final class DeletionAges {
    /// The times of the deletions in nanoseconds of the monotonic clock, by the UID of the Node.
    private final Map<String, Long> times = new HashMap<>();

    /// Sets which deletions are known. The age of those that are new here follows from the wall clock.
    ///
    /// @param max the largest age that matters
    void update(Collection<RecentDeletion> deletions, Duration max, long now, Instant wall) {
        times.keySet().retainAll(deletions.stream().map(DeletionAges::uid).collect(Collectors.toSet()));
        deletions.forEach(deletion -> times.computeIfAbsent(
                uid(deletion), _ -> now - age(deletion, max, wall).toNanos()));
    }

    private static Duration age(RecentDeletion deletion, Duration max, Instant wall) {
        Duration age = Duration.between(deletion.at(), wall);
        Duration atMost = age.compareTo(max) > 0 ? max.plusNanos(1) : age;
        return atMost.isNegative() ? Duration.ZERO : atMost;
    }

    /// Adds a deletion of this process.
    void onDeleted(RecentDeletion deletion, long now) {
        times.put(uid(deletion), now);
    }

    /// Returns the age of a deletion of the last [#update].
    Duration age(RecentDeletion deletion, long now) {
        return Duration.ofNanos(now - times.getOrDefault(uid(deletion), now));
    }

    private static String uid(RecentDeletion deletion) {
        return deletion.placement().uid();
    }
}
