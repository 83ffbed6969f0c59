package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.VcenterException;
import java.time.Duration;

/// Decides how long to wait after a failure before the next call to vCenter. Pure.
final class Recovery {
    private static final Duration FIRST_DELAY = Duration.ofMillis(500);
    private static final Duration MAX_DELAY = Duration.ofSeconds(5);

    /// The wait after about a minute of failures, so that all callers together call an absent vCenter at most
    /// ten times a minute.
    private static final Duration OUTAGE_DELAY = Duration.ofSeconds(8);

    private static final int FAILURES_PER_MINUTE = 15;

    /// The wait after a failure that a person has to fix.
    private static final Duration MANUAL_FIX_DELAY = Duration.ofSeconds(30);

    private Recovery() {}

    /// Returns the wait after a failure.
    ///
    /// @param failures the number of failures in a row, 1 or more
    static Duration delayAfter(VcenterException.Kind kind, int failures) {
        return switch (kind) {
            // After the first failure the watcher creates a new session or collector at once. A server that
            // loses them again gets a pause.
            case SESSION_LOST, INVALID_VERSION, OBJECT_GONE -> failures == 1 ? Duration.ZERO : backoff(failures);
            case UNREACHABLE, TIMEOUT, BUSY, CANCELED, LOGIN_STOPPED -> backoff(failures);
            // This is not the time to the next login, which the rate limiter decides, but to the next read of
            // the credentials.
            case LOGIN_REFUSED -> MAX_DELAY;
            case TLS, PROXY, NO_PERMISSION, INVALID_PROPERTY, UNSUPPORTED, TOO_LARGE, PROTOCOL, FAULT ->
                failures == 1 ? MAX_DELAY : MANUAL_FIX_DELAY;
        };
    }

    private static Duration backoff(int failures) {
        if (failures > FAILURES_PER_MINUTE) {
            return OUTAGE_DELAY;
        }
        Duration delay = FIRST_DELAY.multipliedBy(1L << (failures - 1));
        return delay.compareTo(MAX_DELAY) < 0 ? delay : MAX_DELAY;
    }
}
