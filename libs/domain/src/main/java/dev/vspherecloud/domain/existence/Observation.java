package dev.vspherecloud.domain.existence;

import java.time.Instant;

/// The result of one check of a missing VM and its kubelet.
///
/// @param askedAt     when the check began; nanoseconds of one monotonic clock, as `answeredAt`
/// @param absence   the conclusion from the answers of the vCenters
/// @param leaseHeartbeat   the kubelet's Lease, read after the vCenters had answered
/// @param heartbeat the heartbeat in the status of the Node, by the clock of the Node: only a change of it
///     matters
public record Observation(
        long askedAt, long answeredAt, AbsenceResult absence, Heartbeat leaseHeartbeat, Instant heartbeat) {
    /// Returns true if the check found out nothing, because a vCenter or the API server could not be asked. The
    /// check is repeated soon, because the outage may end at any moment. The caller makes sure that this costs
    /// few calls.
    public boolean isInconclusive() {
        return absence instanceof AbsenceResult.Inconclusive || leaseHeartbeat instanceof Heartbeat.Unreadable;
    }

    /// Returns true if the kubelet gave a sign of life after an earlier observation of the same VM.
    boolean showsLifeSinceObservation(Observation earlier) {
        return !heartbeat.equals(earlier.heartbeat) || leaseHeartbeat.showsLifeSince(earlier.leaseHeartbeat);
    }
}
