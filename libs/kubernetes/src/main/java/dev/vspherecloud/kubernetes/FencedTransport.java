package dev.vspherecloud.kubernetes;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Sends reads always, and writes only while that is allowed.
record FencedTransport(ApiTransport transport, BooleanSupplier mayWrite) implements ApiTransport {
    @Override
    public ApiAnswer send(ApiCall call, Duration deadline) throws InterruptedException {
        check(call, mayWrite);
        return transport.send(call, deadline);
    }

    /// Throws [KubeException] if the call writes and this is not allowed now.
    static void check(ApiCall call, BooleanSupplier mayWrite) {
        if (!call.isRead() && !mayWrite.getAsBoolean()) {
            throw new KubeException(
                    KubeException.Kind.NOT_LEADING,
                    call + " was not sent: the leadership of this process is not certain any more");
        }
    }

    @Override
    public ApiStream open(ApiCall call, Duration deadline) throws InterruptedException {
        return transport.open(call, deadline);
    }
}
