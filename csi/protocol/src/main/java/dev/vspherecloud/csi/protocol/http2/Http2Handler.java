package dev.vspherecloud.csi.protocol.http2;

import java.util.function.BooleanSupplier;

/// Serves requests.
///
/// Threads: each request has a thread of its own.
@FunctionalInterface
public interface Http2Handler {
    /// Returns the response.
    ///
    /// @param cancelled true as soon as the client has cancelled the request or closed its connection
    /// @throws InterruptedException if the server stops and the request had no more time
    Http2Response handle(Http2Request request, BooleanSupplier cancelled) throws InterruptedException;
}
