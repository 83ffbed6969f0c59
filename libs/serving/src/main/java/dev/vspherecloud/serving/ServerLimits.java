package dev.vspherecloud.serving;

import java.time.Duration;

/// The limits of time and size for one client. The server closes connections that exceed them.
///
/// If cloud-provider-vsphere (Go) has a time limit, this server has the same (net/http's `ReadHeaderTimeout`
/// and `IdleTimeout` as set by apiserver, pkg/server/secure_serving.go); there is none for a response.
///
/// The limits of size and number belong together: what all clients may occupy at the same time must leave the
/// heap of 128 MB to the work of the process. A head takes several times its bytes until the request is answered.
/// `make bench-port` measures the memory of the process while 2,000 clients attack it. cloud-provider-vsphere (Go)
/// accepts heads of 1 MiB; a client needs 2 or 3 KiB.
///
/// @param connections the number of open connections; one more closes an older one, see [ClientConnections]
/// @param headBytes   the size of the request line and the header fields together
/// @param headLines   the number of lines in them
/// @param bodyBytes   the size of the request body
/// @param pages       the number of connections for which a page of any size is made or sent; one more closes
///     the oldest of them. Pages with a bounded size, such as those of a probe, do not count
/// @param pagesPerSecond the number of such pages in a second, twice as many in a burst; further requests get
///     429
/// @param requests    the number of requests on one connection, after which it is closed. A client may send
///     many at once, and a virtual thread that need not wait keeps the processor until all are answered
public record ServerLimits(
        Times times,
        int connections,
        int headBytes,
        int headLines,
        int bodyBytes,
        int pages,
        int pagesPerSecond,
        int requests) {
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

    public static final ServerLimits DEFAULTS =
            new ServerLimits(Times.DEFAULTS, 500, 8 * 1024, 100, 4 * 1024, 8, 50, 100);
}
