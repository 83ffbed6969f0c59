package dev.vspherecloud.kubernetes;

import java.time.Duration;

/// Carries a request to the API server, once. Throws [KubeException] when no answer came.
interface ApiTransport {
    /// Sends a request and reads the whole answer within the deadline.
    ApiAnswer send(ApiCall call, Duration deadline) throws InterruptedException;

    /// Sends a request whose answer goes on.
    ///
    /// @param deadline for the beginning of the answer
    ApiStream open(ApiCall call, Duration deadline) throws InterruptedException;
}
