package dev.vspherecloud.csi.protocol.http2;

/// Serves requests. If the client cancels a request or closes its connection, the waits of the request end that
/// [dev.vspherecloud.reconcile.Cancellation] knows.
///
/// Threads: each request has a thread of its own.
@FunctionalInterface
public interface Http2Handler {
    /// Returns the response.
    ///
    /// @throws InterruptedException if the server stops and the request had no more time
    Http2Response handle(Http2Request request) throws InterruptedException;
}
