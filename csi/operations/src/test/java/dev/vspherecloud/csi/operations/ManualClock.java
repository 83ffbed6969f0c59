package dev.vspherecloud.csi.operations;

import java.time.Duration;
import java.time.Instant;

/// A clock on which a wait takes no time: it moves the clock to its end. Signals have to be set before.
final class ManualClock implements OperationClock {
    static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05Z");

    private Instant now = BEGIN;
    private Duration correction = Duration.ZERO;

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public Instant wallTime() {
        return now.plus(correction);
    }

    /// Corrects the time of the day.
    void correct(Duration difference) {
        correction = correction.plus(difference);
    }

    Duration passed() {
        return Duration.between(BEGIN, now);
    }

    void pass(Duration length) {
        now = now.plus(length);
    }

    @Override
    public Signal signal() {
        return new Signal() {
            private boolean isSet;

            @Override
            public void set() {
                isSet = true;
            }

            @Override
            public boolean await(Instant until) throws InterruptedException {
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted by the test");
                }
                if (!isSet && until.isAfter(now)) {
                    now = until;
                }
                return isSet;
            }
        };
    }
}
