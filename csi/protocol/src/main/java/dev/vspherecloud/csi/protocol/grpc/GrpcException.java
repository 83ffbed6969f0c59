package dev.vspherecloud.csi.protocol.grpc;

/// Ends a call with a status other than OK.
///
/// The client shows the message to users, in Events of claims for example. So it is a sentence that says what
/// to do, and contains no secret.
public final class GrpcException extends RuntimeException {
    private final GrpcCode code;

    /// @param code not OK
    public GrpcException(GrpcCode code, String message) {
        super(message);
        this.code = code;
    }

    public GrpcException(GrpcCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /// Returns the failure of a method that this program does not serve.
    public static GrpcException unimplemented(String method) {
        return new GrpcException(GrpcCode.UNIMPLEMENTED, "This driver does not serve the method %s.".formatted(method));
    }

    public GrpcCode code() {
        return code;
    }
}
