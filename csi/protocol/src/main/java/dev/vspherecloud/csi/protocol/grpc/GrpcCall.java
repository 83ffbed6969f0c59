package dev.vspherecloud.csi.protocol.grpc;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// What a service may know about the call that it serves, beside the request.
///
/// A cancelled call is not interrupted, because what it has begun in vCenter goes on. A service that only waits
/// looks at [#isCancelled] and stops to wait.
///
/// Threads: any.
public final class GrpcCall {
    private final String method;
    private final long deadline;
    private final LongSupplier nanoTime;
    private final BooleanSupplier cancelled;

    /// @param method    as in `/csi.v1.Identity/Probe`
    /// @param timeout   the time that the call has from now on
    /// @param nanoTime  a monotonic clock, as [System#nanoTime]
    /// @param cancelled true as soon as the client no longer waits
    public GrpcCall(String method, Duration timeout, LongSupplier nanoTime, BooleanSupplier cancelled) {
        this.method = method;
        this.deadline = nanoTime.getAsLong() + timeout.toNanos();
        this.nanoTime = nanoTime;
        this.cancelled = cancelled;
    }

    public String method() {
        return method;
    }

    /// Returns how much time the call has left; zero if none.
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, deadline - nanoTime.getAsLong()));
    }

    /// Returns true if the client no longer waits: it cancelled the call, or closed its connection.
    public boolean isCancelled() {
        return cancelled.getAsBoolean();
    }
}
