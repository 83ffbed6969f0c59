package dev.vspherecloud.domain.existence;

import java.time.Instant;

/// What was found out about a missing VM and its kubelet at one time.
///
/// @param asked     when it began; nanoseconds of one monotonic clock, as `answered`
/// @param absence   what the vCenters say
/// @param kubelet   read after the vCenters had answered
/// @param heartbeat the Node's own, by its own clock: only that it changes means something
public record Observation(long asked, long answered, AbsenceResult absence, Heartbeat kubelet, Instant heartbeat) {
    /// Whether nothing was found out, because somebody could not be asked. Asked again soon: it may be over any moment,
    /// and whoever asks sees to it that this costs little.
    public boolean isVain() {
        return absence instanceof AbsenceResult.Unclear || kubelet instanceof Heartbeat.Unreadable;
    }

    /// Whether the kubelet gave a sign of life after an earlier observation.
    boolean showsLifeSince(Observation earlier) {
        return !heartbeat.equals(earlier.heartbeat) || kubelet.isLifeAfter(earlier.kubelet);
    }
}
