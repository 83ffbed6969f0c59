package dev.vspherecloud.serving;

import java.time.Duration;

/// The phase that a connection is in, and until when it may stay in it.
///
/// @param since on a monotonic clock, in nanoseconds, as `until`
record ConnectionDeadline(Phase phase, long since, long until) {
    /// In the order in which connections are closed to make room for new ones. A connection in the phase `ANSWER`
    /// is never closed for that.
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
