package dev.vspherecloud.csi.protocol.grpc;

import dev.vspherecloud.csi.protocol.http2.Http2Limits;
import dev.vspherecloud.csi.protocol.http2.UnixSocketException;
import dev.vspherecloud.csi.protocol.http2.UnixSocketServer;
import dev.vspherecloud.reconcile.Supervisor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Serves gRPC methods on a unix socket.
///
/// Threads: one thread opens and stops the server; see [UnixSocketServer].
public final class GrpcServer {
    private final UnixSocketServer server;

    private GrpcServer(UnixSocketServer server) {
        this.server = server;
    }

    /// Listens on the socket and starts to serve.
    ///
    /// @param methods    each path once; calls of other methods end with UNIMPLEMENTED
    /// @param nanoTime   a monotonic clock, as [System#nanoTime]
    /// @param supervisor restarts the threads of the server if they fail, and reports failures of methods
    /// @throws UnixSocketException if the server cannot listen there
    public static GrpcServer open(
            Path socket,
            List<GrpcMethod<?>> methods,
            Http2Limits limits,
            LongSupplier nanoTime,
            Supervisor supervisor) {
        var handler = new GrpcHandler(methods, nanoTime, supervisor);
        return new GrpcServer(UnixSocketServer.open(socket, handler, limits, nanoTime, supervisor));
    }

    /// Returns why the server does not work; empty if it works.
    public Optional<String> unhealthyReason() {
        return server.unhealthyReason();
    }

    /// Accepts nothing new, waits for open calls, interrupts the calls that remain, and closes all connections.
    ///
    /// @param grace how long open calls have to end by themselves
    public void stop(Duration grace) {
        server.stop(grace);
    }
}
