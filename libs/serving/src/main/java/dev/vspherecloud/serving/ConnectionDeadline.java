package dev.vspherecloud.serving;

import java.time.Duration;

/// The phase of a connection, and the time at which the phase must have ended.
///
/// @param since when the phase began, in nanoseconds of a monotonic clock, as `until`
/// @param until when the phase must have ended
record ConnectionDeadline(Phase phase, long since, long until) {
    /// The phases of a connection, in the order in which connections are closed to make room for new ones. A
    /// connection in the phase `ANSWER` is never closed for that.
    enum Phase {
        IDLE,
        HANDSHAKE,
        HEAD,
        ANSWER
    }

    static ConnectionDeadline of(Phase phase, long now, ServerLimits.Times times) {
        return new ConnectionDeadline(phase, now, now + limit(phase, times).toNanos());
    }

    private static Duration limit(Phase phase, ServerLimits.Times times) {
        return switch (phase) {
            case IDLE -> times.idle();
            case HANDSHAKE -> times.handshake();
            case HEAD -> times.head();
            case ANSWER -> times.answer();
        };
    }

    boolean isExceeded(long now) {
        return now - until >= 0;
    }

    boolean mayBeClosed() {
        return phase != Phase.ANSWER;
    }
}
