package dev.vspherecloud.csi.domain;

import java.time.Duration;

/// When records go, and when volumes count as orphans.
///
/// @param retention       how long a finished record stays
/// @param orphanAge       how old the newest attempt must be before its volume counts as an orphan
/// @param attemptLifetime how long after its start an abandoned attempt may still create a volume
public record SweepLimits(Duration retention, Duration orphanAge, Duration attemptLifetime) {
    /// The limits by default: records stay as long as with Go.
    ///
    /// Rule from: csi 3.0.1, csi-production 9.
    public static SweepLimits standard() {
        return new SweepLimits(Duration.ofMinutes(15), Duration.ofHours(1), Duration.ofHours(24));
    }

    /// Returns the same limits with another retention.
    public SweepLimits withRetention(Duration other) {
        return new SweepLimits(other, orphanAge, attemptLifetime);
    }
}
