/// A server for HTTP/2 on a unix socket, reduced to what calls with one request and one response need.
///
/// The package knows frames, compressed header fields, flow control and limits (RFC 9113, RFC 7541). It does
/// not know gRPC or the Container Storage Interface. It does not use priorities, server push or TLS. Begin with
/// [UnixSocketServer].
@NullMarked
package dev.vspherecloud.csi.protocol.http2;

import org.jspecify.annotations.NullMarked;
