package dev.vspherecloud.kubernetes.event;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Remembers which Events were sent. A repeated Event raises the count of the first one, and one object with
/// many Events cannot flood the API server.
///
/// Rule from: client-go, tools/record/events_cache.go (4096 remembered, 25 at once per object, one more each
/// 300 s). Differs: similar messages are not merged, since messages of this project differ only if the cause
/// differs.
///
/// Threads: one.
final class EventCorrelator {
    private static final int MAX_REMEMBERED = 4096;
    private static final int BURST = 25;
    private static final Duration REFILL = Duration.ofMinutes(5);

    /// An Event that exists on the API server.
    record Sent(String name, int count) {}

    private final Map<PendingEvent, Sent> sent = newest(MAX_REMEMBERED);
    private final Map<ObjectReference, TokenBucket> buckets = newest(MAX_REMEMBERED);

    /// Returns true if the rate limit allows one more Event about this object, and counts that Event.
    boolean tryAcquire(ObjectReference subject, Duration now) {
        return buckets.computeIfAbsent(subject, _ -> new TokenBucket(BURST, REFILL, now))
                .tryAcquire(now);
    }

    /// Returns the Event that was sent before with the same object, type, reason and message; empty if there is
    /// none.
    Optional<Sent> find(PendingEvent pendingEvent) {
        return Optional.ofNullable(sent.get(pendingEvent));
    }

    void remember(PendingEvent pendingEvent, Sent event) {
        sent.put(pendingEvent, event);
    }

    /// Forgets an Event that the API server does not have any more. The API server deletes an Event after an
    /// hour.
    void forget(PendingEvent pendingEvent) {
        sent.remove(pendingEvent);
    }

    private static <K, V> Map<K, V> newest(int most) {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > most;
            }
        };
    }
}
