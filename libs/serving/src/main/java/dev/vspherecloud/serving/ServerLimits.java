package dev.vspherecloud.serving;

import java.time.Duration;

/// The limits of time and size for one client. The server closes connections that exceed them.
///
/// If cloud-provider-vsphere (Go) has a time limit, this server has the same (net/http's `ReadHeaderTimeout`
/// and `IdleTimeout` as set by apiserver, pkg/server/secure_serving.go); there is none for a response.
/// cloud-provider-vsphere (Go) accepts request heads of 1 MiB. Here the limit is 64 KiB, since a hundred heads
/// of 1 MiB would fill the heap, and a client needs two or three.
///
/// @param connections the number of open connections; one more closes the one that has been idle for longest
/// @param headBytes   the size of the request line and the header fields together
/// @param bodyBytes   the size of the request body
public record ServerLimits(Times times, int connections, int headBytes, int bodyBytes) {
    /// The longest time that a connection may be in each of its phases.
    ///
    /// @param handshake the time from the accepted connection to the end of the TLS handshake; without TLS, to
    ///     the first byte of the first request
    /// @param head      the time for a request, from its first byte to its last
    /// @param answer    the time for authentication and authorization, for the handler, and for sending the
    ///     response
    /// @param idle      the time between two requests
    record Times(Duration handshake, Duration head, Duration answer, Duration idle) {
        static final Times DEFAULTS = new Times(
                Duration.ofSeconds(10), Duration.ofSeconds(32), Duration.ofSeconds(60), Duration.ofSeconds(90));
    }

    public static final ServerLimits DEFAULTS = new ServerLimits(Times.DEFAULTS, 100, 64 * 1024, 4 * 1024);
}
