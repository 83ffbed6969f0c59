package dev.vspherecloud.csi.protocol.grpc;

/// The code of a gRPC status.
///
/// Which codes let a sidecar ask again, and which are final, differs by sidecar. Codes that no sidecar takes as
/// final are `CANCELLED`, `DEADLINE_EXCEEDED`, `UNAVAILABLE` and `ABORTED`.
///
/// Rule from: gRPC, "Status codes and their use in gRPC".
public enum GrpcCode {
    OK(0),
    CANCELLED(1),
    UNKNOWN(2),
    INVALID_ARGUMENT(3),
    DEADLINE_EXCEEDED(4),
    NOT_FOUND(5),
    ALREADY_EXISTS(6),
    PERMISSION_DENIED(7),
    RESOURCE_EXHAUSTED(8),
    FAILED_PRECONDITION(9),
    ABORTED(10),
    OUT_OF_RANGE(11),
    UNIMPLEMENTED(12),
    INTERNAL(13),
    UNAVAILABLE(14),
    DATA_LOSS(15),
    UNAUTHENTICATED(16);

    private final int number;

    GrpcCode(int number) {
        this.number = number;
    }

    /// Returns the number on the wire.
    public int number() {
        return number;
    }
}
