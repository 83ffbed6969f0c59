package dev.vspherecloud.csi.protocol.http2;

import java.time.Duration;

/// The limits of time and size for the clients of one server.
///
/// @param connections   the number of open connections; one more closes the one that has been idle for longest
/// @param streams       the number of calls at a time in one connection
/// @param calls         the number of calls at a time in all connections
/// @param headerBlock   the size of the compressed header fields of a call; more ends the connection
/// @param headerList    the size of the header fields of a call; a call with more is answered with an error
/// @param message       the size of the body of a request; a larger one is answered with an error
/// @param heap          the heap that all calls take together for header fields, bodies and responses, in bytes; a
///     call with more is refused
public record Http2Limits(
        Times times, int connections, int streams, int calls, int headerBlock, int headerList, int message, int heap) {
    /// The longest time for each part of a call, except the work of the service.
    ///
    /// @param request the time until a client has sent its preface, and from the first byte of a call to its last
    /// @param write   the time until a client has taken a whole response
    public record Times(Duration request, Duration write) {}

    private static final int KIB = 1024;
    private static final int GRPC_PREFIX = 5;

    /// There are five sidecars with one connection each, and at most 100 calls at a time (their
    /// `--worker-threads`). Other implementations of gRPC refuse messages of more than 4 MiB by default
    /// too. The program has a heap of 128 MB; 16 MiB of it hold the calls, and each connection takes less
    /// than 0.5 MB beside them.
    public static final Http2Limits DEFAULTS = new Http2Limits(
            new Times(Duration.ofSeconds(30), Duration.ofSeconds(30)),
            32,
            256,
            1024,
            32 * KIB,
            16 * KIB,
            4 * KIB * KIB + GRPC_PREFIX,
            16 * KIB * KIB);
}
