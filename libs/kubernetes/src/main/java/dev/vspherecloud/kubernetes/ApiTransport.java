package dev.vspherecloud.kubernetes;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Sends one request to the API server, without a retry. Throws [KubeException] if no response came.
public interface ApiTransport {
    /// Sends a request and reads the whole response within the deadline.
    ApiAnswer send(ApiCall call, Duration deadline) throws InterruptedException;

    /// Sends a request whose response is a stream.
    ///
    /// @param deadline for the beginning of the response
    ApiStream open(ApiCall call, Duration deadline) throws InterruptedException;

    /// Returns the same transport, which sends a write only while that is allowed. A write that is not allowed
    /// ends in a [KubeException] of kind `NOT_LEADING`.
    ///
    /// A transport around another one passes this on to it, so that nothing waits between the check and the
    /// sending.
    default ApiTransport withWriteFence(BooleanSupplier mayWrite) {
        return new FencedTransport(this, mayWrite);
    }

    /// Throws [KubeException] if the call writes and this is not allowed now.
    static void check(ApiCall call, BooleanSupplier mayWrite) {
        if (!call.isRead() && !mayWrite.getAsBoolean()) {
            throw new KubeException(
                    KubeException.Kind.NOT_LEADING,
                    call + " was not sent: this process may not be the leader any more");
        }
    }
}
