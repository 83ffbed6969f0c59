package dev.vspherecloud.domain.existence;

import java.time.Duration;
import java.util.Optional;

/// What is known of one VM that is missing: the observations since when each of them agreed that it is not there.
///
/// One that does not agree, or came too late to have watched all along, begins a new series: the time it took counts
/// for nothing.
///
/// @param first       of the series; empty when the newest observation does not say that the VM is absent
/// @param newest      of all; empty before the first
/// @param count       of the series
/// @param destruction that any of the series showed
/// @param isAlive     whether the kubelet gave a sign of life between the newest two observations
public record AbsenceHistory(
        Optional<Observation> first,
        Optional<Observation> newest,
        int count,
        Optional<Destruction> destruction,
        boolean isAlive) {
    public static final AbsenceHistory EMPTY =
            new AbsenceHistory(Optional.empty(), Optional.empty(), 0, Optional.empty(), false);

    /// One that began no later than the newest tells nothing new, unless it contradicts it: a vCenter that was not
    /// waited for may answer later and have the VM.
    ///
    /// @param patience how long after the one before an observation continues the series
    public AbsenceHistory with(Observation next, Duration patience) {
        if (newest.filter(before -> isOld(next, before)).isPresent()) {
            return this;
        }
        boolean lives = newest.filter(next::showsLifeSince).isPresent();
        if (!(next.absence() instanceof AbsenceResult.Evident(var _, var shown))
                || next.kubelet() instanceof Heartbeat.Unreadable) {
            return new AbsenceHistory(Optional.empty(), Optional.of(next), 0, Optional.empty(), lives);
        }
        return !lives && continues(next, patience)
                ? new AbsenceHistory(first, Optional.of(next), count + 1, destruction.or(() -> shown), false)
                : new AbsenceHistory(Optional.of(next), Optional.of(next), 1, shown, lives);
    }

    private static boolean isOld(Observation next, Observation before) {
        boolean isContradiction = next.asked() == before.asked()
                && next.answered() - before.answered() > 0
                && next.absence() instanceof AbsenceResult.Refuted;
        return next.asked() - before.asked() <= 0 && !isContradiction;
    }

    private boolean continues(Observation next, Duration patience) {
        return first.isPresent() && next.asked() - newest.orElseThrow().answered() <= patience.toNanos();
    }
}
