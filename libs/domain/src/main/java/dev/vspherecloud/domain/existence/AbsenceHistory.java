package dev.vspherecloud.domain.existence;

import java.time.Duration;
import java.util.Optional;

/// The latest observations of one missing VM, as a series of consecutive observations that agree that the VM is
/// absent.
///
/// If an observation does not agree, or if the gap before it is too long, a new series begins. The time before
/// it then does not count.
///
/// @param first       the first observation of the series; empty if the newest observation does not say that
///     the VM is absent
/// @param newest      the newest observation of all, whatever it says; empty before the first observation
/// @param count       the number of observations in the series
/// @param destruction the destruction of the VM, if any observation of the series showed it
/// @param isAlive     true if the kubelet gave a sign of life between the newest two observations
public record AbsenceHistory(
        Optional<Observation> first,
        Optional<Observation> newest,
        int count,
        Optional<Destruction> destruction,
        boolean isAlive) {
    public static final AbsenceHistory EMPTY =
            new AbsenceHistory(Optional.empty(), Optional.empty(), 0, Optional.empty(), false);

    /// Returns this history with one more observation.
    ///
    /// If the observation began no later than the newest one, it is ignored. The exception is a later answer to
    /// the same check that refutes the absence: a vCenter that the check did not wait for may answer later that
    /// it has the VM.
    ///
    /// @param maxGap the longest time after the previous observation in which an observation continues the
    ///     series
    public AbsenceHistory with(Observation next, Duration maxGap) {
        if (newest.filter(previous -> isOutdated(next, previous)).isPresent()) {
            return this;
        }
        boolean lives = newest.filter(next::showsLifeSinceObservation).isPresent();
        if (!(next.absence() instanceof AbsenceResult.Absent(var _, var shown))
                || next.leaseHeartbeat() instanceof Heartbeat.Unreadable) {
            return new AbsenceHistory(Optional.empty(), Optional.of(next), 0, Optional.empty(), lives);
        }
        return !lives && isContinuedBy(next, maxGap)
                ? new AbsenceHistory(first, Optional.of(next), count + 1, destruction.or(() -> shown), false)
                : new AbsenceHistory(Optional.of(next), Optional.of(next), 1, shown, lives);
    }

    private static boolean isOutdated(Observation next, Observation previous) {
        boolean isContradiction = next.askedAt() == previous.askedAt()
                && next.answeredAt() - previous.answeredAt() > 0
                && next.absence() instanceof AbsenceResult.Refuted;
        return next.askedAt() - previous.askedAt() <= 0 && !isContradiction;
    }

    private boolean isContinuedBy(Observation next, Duration maxGap) {
        return first.isPresent() && next.askedAt() - newest.orElseThrow().answeredAt() <= maxGap.toNanos();
    }
}
