package dev.vspherecloud.kubernetes;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Sends every read. Sends a write only while this process may write.
record FencedTransport(ApiTransport transport, BooleanSupplier mayWrite) implements ApiTransport {
    @Override
    public ApiAnswer send(ApiCall call, Duration deadline) throws InterruptedException {
        ApiTransport.check(call, mayWrite);
        return transport.send(call, deadline);
    }

    @Override
    public ApiStream open(ApiCall call, Duration deadline) throws InterruptedException {
        return transport.open(call, deadline);
    }
}
