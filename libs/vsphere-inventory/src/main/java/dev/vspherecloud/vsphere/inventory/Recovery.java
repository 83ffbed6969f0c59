package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.VcenterException;
import java.time.Duration;

/// How long to wait after a failure before vCenter is bothered again. Pure.
final class Recovery {
    private static final Duration FIRST = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofSeconds(5);

    /// After about a minute, so that all who want a vCenter that is away bother it at most ten times a minute.
    private static final Duration AWAY = Duration.ofSeconds(8);

    private static final int FAILURES_OF_A_MINUTE = 15;

    /// For what takes a person to mend.
    private static final Duration SLOW = Duration.ofSeconds(30);

    private Recovery() {}

    /// @param failures how many in a row, 1 or more
    static Duration after(VcenterException.Kind kind, int failures) {
        return switch (kind) {
            // A new session or collector is made at once, but only once: a server that keeps losing them gets a rest.
            case SESSION_LOST, INVALID_VERSION, OBJECT_GONE -> failures == 1 ? Duration.ZERO : growing(failures);
            case UNREACHABLE, TIMEOUT, BUSY, CANCELED, LOGIN_STOPPED -> growing(failures);
            // Not the time to the next login, which the gate decides, but to the next look at the credentials.
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
