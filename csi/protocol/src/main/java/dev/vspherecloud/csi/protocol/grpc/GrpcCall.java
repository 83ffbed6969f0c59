package dev.vspherecloud.csi.protocol.grpc;

import java.time.Duration;
import java.util.function.LongSupplier;

/// What a service may know about the call that it serves, beside the request.
///
/// A cancelled call is not interrupted, because what it has begun in vCenter goes on. Only its waits end, see
/// [dev.vspherecloud.reconcile.Cancellation].
///
/// Threads: any.
public final class GrpcCall {
    private final String method;
    private final long deadline;
    private final LongSupplier nanoTime;

    /// @param method   as in `/csi.v1.Identity/Probe`
    /// @param timeout  the time that the call has from now on
    /// @param nanoTime a monotonic clock, as [System#nanoTime]
    public GrpcCall(String method, Duration timeout, LongSupplier nanoTime) {
        this.method = method;
        this.deadline = nanoTime.getAsLong() + timeout.toNanos();
        this.nanoTime = nanoTime;
    }

    public String method() {
        return method;
    }

    /// Returns how much time the call has left; zero if none.
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, deadline - nanoTime.getAsLong()));
    }
}
