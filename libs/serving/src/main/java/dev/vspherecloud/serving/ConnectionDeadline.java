package dev.vspherecloud.serving;

import java.time.Duration;

/// The phase of a connection, and the time at which the phase must have ended.
///
/// @param since when the phase began, in nanoseconds of a monotonic clock, as `until`
/// @param until when the phase must have ended
record ConnectionDeadline(Phase phase, long since, long until) {
    /// The phases of a connection.
    enum Phase {
        /// Accepted, until the end of the TLS handshake.
        HANDSHAKE,
        /// Sends a request.
        HEAD,
        /// Waits for the decision of the cluster, or for a page of bounded size.
        ANSWER,
        /// Waits for a page of any size, or reads it: a later part of `ANSWER`, with the same deadline.
        PAGE,
        /// Between two requests.
        IDLE
    }

    static ConnectionDeadline of(Phase phase, long now, ServerLimits.Times times) {
        return new ConnectionDeadline(phase, now, now + limit(phase, times).toNanos());
    }

    private static Duration limit(Phase phase, ServerLimits.Times times) {
        return switch (phase) {
            case IDLE -> times.idle();
            case HANDSHAKE -> times.handshake();
            case HEAD -> times.head();
            case ANSWER, PAGE -> times.answer();
        };
    }

    /// Returns the deadline of a response that turns out to be a page of any size. The time for the response
    /// goes on.
    ConnectionDeadline ofPage() {
        return new ConnectionDeadline(Phase.PAGE, since, until);
    }

    boolean isExceeded(long now) {
        return now - until >= 0;
    }
}
