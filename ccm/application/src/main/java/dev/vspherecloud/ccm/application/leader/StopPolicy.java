package dev.vspherecloud.ccm.application.leader;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Decides how long the process may take to stop after SIGTERM: less than five seconds, whichever server hangs, and
/// less than ten seconds if a vCenter has not answered a login yet. Another process leads within two seconds.
public final class StopPolicy {
    /// The maximum time to wait for each controller to stop. The process releases its Lease after this.
    static final Duration DRAIN = Duration.ofMillis(300);

    /// The time in which a vCenter that answers has ended its sessions.
    static final Duration EXPECTED_LOGOUT = Duration.ofMillis(500);

    /// The maximum time to release a Lease.
    static final Duration RELEASE_TIMEOUT = Duration.ofMillis(800);

    /// The maximum time to wait for log-outs from vCenters, from the start of the shutdown.
    static final Duration LOGOUT_TIMEOUT = Duration.ofMillis(3500);

    /// The maximum time to wait for the log-out from a vCenter with a login in progress, from the start of the
    /// shutdown. Its session can be ended only after the answer contains the session id.
    static final Duration LOGIN_TIMEOUT = Duration.ofMillis(9200);

    /// The maximum time for which a SIGTERM waits for the orderly shutdown before the process ends anyway.
    static final Duration END_TIMEOUT = Duration.ofMillis(4500);

    /// The maximum time for an orderly shutdown if a vCenter has not answered a login yet.
    static final Duration END_TIMEOUT_OF_LOGIN = Duration.ofMillis(9700);

    private StopPolicy() {}

    /// Waits for the end of the orderly shutdown.
    @FunctionalInterface
    public interface Wait {
        /// @return true if the shutdown ended in this time
        boolean hasEnded(Duration time) throws InterruptedException;
    }

    /// Waits for the end of the orderly shutdown as long as it may take.
    ///
    /// @param awaitsLogin returns true if the shutdown waits for the answer to a login
    /// @return true if the shutdown ended in time; otherwise the process must end anyway
    public static boolean awaitEnd(Wait wait, BooleanSupplier awaitsLogin) throws InterruptedException {
        if (wait.hasEnded(END_TIMEOUT)) {
            return true;
        }
        return awaitsLogin.getAsBoolean() && wait.hasEnded(END_TIMEOUT_OF_LOGIN.minus(END_TIMEOUT));
    }
}
