package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.VcenterException;
import java.time.Duration;

/// Decides how long to wait after a failure before the next call to vCenter. Pure.
final class Recovery {
    private static final Duration FIRST = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofSeconds(5);

    /// The wait after about a minute of failures, so that all callers together call an absent vCenter at most ten
    /// times a minute.
    private static final Duration AWAY = Duration.ofSeconds(8);

    private static final int FAILURES_OF_A_MINUTE = 15;

    /// The wait for failures that a person has to fix.
    private static final Duration SLOW = Duration.ofSeconds(30);

    private Recovery() {}

    /// @param failures in a row, 1 or more
    static Duration after(VcenterException.Kind kind, int failures) {
        return switch (kind) {
            // A new session or collector is made at once, but only once: a server that keeps losing them gets a
            // pause.
            case SESSION_LOST, INVALID_VERSION, OBJECT_GONE -> failures == 1 ? Duration.ZERO : growing(failures);
            case UNREACHABLE, TIMEOUT, BUSY, CANCELED, LOGIN_STOPPED -> growing(failures);
            // Not the time to the next login, which the rate limiter decides, but to the next read of the
            // credentials.
            case LOGIN_REFUSED -> LONGEST;
            case TLS, PROXY, NO_PERMISSION, INVALID_PROPERTY, UNSUPPORTED, TOO_LARGE, PROTOCOL, FAULT ->
                failures == 1 ? LONGEST : SLOW;
        };
    }

    private static Duration growing(int failures) {
        if (failures > FAILURES_OF_A_MINUTE) {
            return AWAY;
        }
        Duration grown = FIRST.multipliedBy(1L << (failures - 1));
        return grown.compareTo(LONGEST) < 0 ? grown : LONGEST;
    }
}
