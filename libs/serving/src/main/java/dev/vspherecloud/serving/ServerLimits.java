package dev.vspherecloud.serving;

import java.time.Duration;

/// How much of us a visitor may take, in time and in room. Whoever takes more is cut off.
///
/// Times are those of the Go program where it has one (net/http's `ReadHeaderTimeout` and `IdleTimeout` as set by
/// apiserver, pkg/server/secure_serving.go); it has none for an answer. Its requests may have a head of 1 MiB; here
/// 64 KiB, since a hundred of them would fill our heap, and a visitor needs two or three.
///
/// @param connections at once; one more drives out the one that has done nothing for longest
/// @param headBytes   of the request line and the header fields together
/// @param bodyBytes   of what comes after them
public record ServerLimits(Times times, int connections, int headBytes, int bodyBytes) {
    /// How long a connection may be in each of its phases.
    ///
    /// @param handshake from the first sign of a connection until TLS is agreed on
    /// @param head      for a request, from its first byte to its last
    /// @param answer    for finding out who asks and whether he may, for making the page and sending it
    /// @param idle      between two requests
    record Times(Duration handshake, Duration head, Duration answer, Duration idle) {
        static final Times USUAL = new Times(
                Duration.ofSeconds(10), Duration.ofSeconds(32), Duration.ofSeconds(60), Duration.ofSeconds(90));
    }

    public static final ServerLimits USUAL = new ServerLimits(Times.USUAL, 100, 64 * 1024, 4 * 1024);
}
