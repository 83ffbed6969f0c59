package dev.vspherecloud.serving;

import java.time.Duration;

/// The limits of time and size for one client. The server closes connections that exceed them.
///
/// Times are those of cloud-provider-vsphere (Go) where it has one (net/http's `ReadHeaderTimeout` and
/// `IdleTimeout` as set by apiserver, pkg/server/secure_serving.go); it has none for a response. It accepts
/// request heads of 1 MiB. Here the limit is 64 KiB, since a hundred heads of 1 MiB would fill the heap, and a
/// client needs two or three.
///
/// @param connections open at once; one more closes the one that has been idle for longest
/// @param headBytes   of the request line and the header fields together
/// @param bodyBytes   of the request body
public record ServerLimits(Times times, int connections, int headBytes, int bodyBytes) {
    /// The longest time that a connection may be in each of its phases.
    ///
    /// @param handshake from the accepted connection to the end of the TLS handshake
    /// @param head      for a request, from its first byte to its last
    /// @param answer    for authentication and authorization, for the handler, and for sending the response
    /// @param idle      between two requests
    record Times(Duration handshake, Duration head, Duration answer, Duration idle) {
        static final Times DEFAULTS = new Times(
                Duration.ofSeconds(10), Duration.ofSeconds(32), Duration.ofSeconds(60), Duration.ofSeconds(90));
    }

    public static final ServerLimits DEFAULTS = new ServerLimits(Times.DEFAULTS, 100, 64 * 1024, 4 * 1024);
}
