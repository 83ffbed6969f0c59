package dev.vspherecloud.kubernetes.lease;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A Lease in memory with optimistic locking; a candidate can be disconnected from it.
final class FakeLeases {
    private @Nullable LeaseRecord current;
    private int version;
    private boolean unreachable;
    private Duration answerTime = Duration.ZERO;

    Optional<LeaseRecord> current() {
        return Optional.ofNullable(current);
    }

    void put(LeaseRecord record) {
        current = record;
        version++;
    }

    void remove() {
        current = null;
        version++;
    }

    /// Changes the Lease outside of the election record, such as an annotation.
    void touch() {
        version++;
    }

    void setAnswerTime(Duration length) {
        answerTime = length;
    }

    void setUnreachable(boolean cut) {
        unreachable = cut;
    }

    /// Returns the timing of an elector with these waits.
    static Timing timing(ManualTime time, Sleeper pause) {
        return new Timing(time, time, pause, new SplittableRandom(1));
    }

    /// Returns the lock of an elector that is not notified when the Lease is free.
    LeaseLock lockSeenBy(ManualTime time, Sleeper pause, List<String> events) {
        return new LeaseLock(seenBy(time), () -> new Waiting(pause), new RecordedEvents(events));
    }

    private record Waiting(Sleeper pause) implements LeaseWaiter {
        @Override
        public void await(Duration atMost) throws InterruptedException {
            pause.sleep(atMost);
        }

        @Override
        public void close() {}
    }

    private record RecordedEvents(List<String> events) implements ElectionEvents {
        @Override
        public void onAcquired() {
            events.add("became leader");
        }

        @Override
        public void onStopped(Duration budget) {
            events.add("stopped leading");
        }
    }

    /// Returns the Lease for one candidate; a request to an unreachable server takes the whole budget.
    Leases seenBy(ManualTime time) {
        return new Leases() {
            @Override
            public Optional<Stored> read(Duration budget) {
                check(budget);
                return current == null ? Optional.empty() : Optional.of(stored(current));
            }

            @Override
            public Optional<Stored> create(LeaseRecord record, Duration budget) {
                check(budget);
                if (current != null) {
                    return Optional.empty();
                }
                put(record);
                return Optional.of(stored(record));
            }

            @Override
            public Optional<Stored> update(Stored stored, LeaseRecord record, Duration budget) {
                check(budget);
                if (current == null || stored.object().find("version").asLong() != version) {
                    return Optional.empty();
                }
                put(record);
                return Optional.of(stored(record));
            }

            private void check(Duration budget) {
                if (unreachable) {
                    time.pass(budget);
                    throw new KubeException(KubeException.Kind.TIMEOUT, "no answer in time");
                }
                time.pass(answerTime);
            }
        };
    }

    private Leases.Stored stored(LeaseRecord record) {
        return new Leases.Stored(record, Json.object().with("version", version));
    }
}
