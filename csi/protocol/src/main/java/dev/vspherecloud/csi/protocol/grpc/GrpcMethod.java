package dev.vspherecloud.csi.protocol.grpc;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;

/// A method that a server serves.
///
/// @param path   as in `/csi.v1.Identity/Probe`
/// @param parser reads the request
/// @param <Q>    the type of the request
public record GrpcMethod<Q extends MessageLite>(String path, Parser<Q> parser, UnaryMethod<Q> body) {
    /// The code of a method with one request and one response.
    ///
    /// Threads: each call has a thread of its own.
    ///
    /// @param <Q> the type of the request
    @FunctionalInterface
    public interface UnaryMethod<Q extends MessageLite> {
        /// Serves a call.
        ///
        /// @throws GrpcException        if the call ends with a status other than OK
        /// @throws InterruptedException if the program stops
        MessageLite call(Q request, GrpcCall call) throws InterruptedException;
    }
}
