/// Serves gRPC calls with one request and one response: methods, statuses, deadlines.
///
/// The package knows the form of a gRPC call in HTTP/2. It does not know which methods exist. Begin with
/// [GrpcServer].
@NullMarked
package dev.vspherecloud.csi.protocol.grpc;

import org.jspecify.annotations.NullMarked;
