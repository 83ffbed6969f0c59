package dev.vspherecloud.kubernetes;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Sends one request to the API server, without a retry. Every method throws [KubeException] if no response
/// arrived.
public interface ApiTransport {
    /// Sends a request and reads the whole response within the deadline.
    ApiAnswer send(ApiCall call, Duration deadline) throws InterruptedException;

    /// Sends a request whose response is a stream.
    ///
    /// @param deadline the time until the response must have begun
    ApiStream open(ApiCall call, Duration deadline) throws InterruptedException;

    /// Returns a transport that sends writes only while this process may write. A write that is not allowed
    /// ends in a [KubeException] of kind `NOT_LEADING`.
    ///
    /// A transport that wraps another one must override this method and wrap the fenced inner transport, so
    /// that no wait comes between the check and the sending.
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
