package dev.vspherecloud.domain.existence;

import java.time.Instant;

/// The result of one check of a missing VM and its kubelet.
///
/// @param askedAt     when it began; nanoseconds of one monotonic clock, as `answered`
/// @param absence   what the vCenters say
/// @param leaseHeartbeat   the kubelet's Lease, read after the vCenters had answered
/// @param heartbeat the Node's own heartbeat, by its own clock: only a change of it matters
public record Observation(
        long askedAt, long answeredAt, AbsenceResult absence, Heartbeat leaseHeartbeat, Instant heartbeat) {
    /// Returns true if the check found out nothing, because a vCenter or the API server could not be asked. The
    /// check is repeated soon, because the outage may end at any moment. The caller makes sure that this costs
    /// little.
    public boolean isInconclusive() {
        return absence instanceof AbsenceResult.Inconclusive || leaseHeartbeat instanceof Heartbeat.Unreadable;
    }

    /// Returns true if the kubelet gave a sign of life after an earlier observation.
    boolean showsLifeSinceObservation(Observation earlier) {
        return !heartbeat.equals(earlier.heartbeat) || leaseHeartbeat.showsLifeSince(earlier.leaseHeartbeat);
    }
}
