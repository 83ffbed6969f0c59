package dev.vspherecloud.csi.domain;

import java.time.Duration;

/// How long to wait for what, and how often to try.
///
/// @param intentPatience   how long a record must be unchanged until an intent without a task counts as abandoned:
///                         [CallTimes#untilReceived] and [CallTimes#LATEST_LISTING], so that vCenter lists the task of
///                         its call, or never will
/// @param vanishedPatience how long after its start a task that vCenter does not know any more may still run
/// @param sendWindow       how long after its write an intent may be sent
/// @param attemptLifetime  how long after its start an abandoned attempt may still create a volume
/// @param maxAbandoned     how many attempts within that time may be abandoned before no further one is started
/// @param poll             the pause between two looks
public record OperationLimits(
        Duration intentPatience,
        Duration vanishedPatience,
        Duration sendWindow,
        Duration attemptLifetime,
        int maxAbandoned,
        Duration poll) {
    /// The limits for volumes that are created empty.
    public static OperationLimits standard() {
        return new OperationLimits(
                CallTimes.untilReceived(CallTimes.SEND_WINDOW).plus(CallTimes.LATEST_LISTING),
                Duration.ofMinutes(5),
                CallTimes.SEND_WINDOW,
                Duration.ofHours(6),
                3,
                Duration.ofSeconds(5));
    }

    /// Returns the limits for volumes that are copied from a snapshot. A copy can outlive the time for which vCenter
    /// remembers tasks, and its name appears only at the end. Three copies of terabytes fill a datastore, so a
    /// third one is not sent while the ends of two are unknown.
    ///
    /// Rule from: csi 3.0.1 (issue 3024), csi-production 14 scenario 2.
    public OperationLimits forCopies() {
        return new OperationLimits(intentPatience, Duration.ofHours(12), sendWindow, Duration.ofHours(24), 2, poll);
    }
}
