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

/// One Lease in memory, with optimistic locking; may be cut off from a candidate.
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

    /// Somebody changes what is no record in it: notes, say.
    void touch() {
        version++;
    }

    void setAnswerTime(Duration length) {
        answerTime = length;
    }

    void setUnreachable(boolean cut) {
        unreachable = cut;
    }

    /// For an elector whose waits are these.
    static Timing timing(ManualTime time, Sleeper pause) {
        return new Timing(time, time, pause, new SplittableRandom(1));
    }

    /// As an elector sees it, whom nobody tells when it is free.
    LeaseLock lockSeenBy(ManualTime time, Sleeper pause, List<String> said) {
        return new LeaseLock(seenBy(time), () -> new Waiting(pause), new SaidEvents(said));
    }

    private record Waiting(Sleeper pause) implements LeaseWaiter {
        @Override
        public void await(Duration atMost) throws InterruptedException {
            pause.sleep(atMost);
        }

        @Override
        public void close() {}
    }

    private record SaidEvents(List<String> said) implements ElectionEvents {
        @Override
        public void became() {
            said.add("became leader");
        }

        @Override
        public void stopped(Duration budget) {
            said.add("stopped leading");
        }
    }

    /// As one candidate sees it; a request to an unreachable server takes the whole budget.
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
