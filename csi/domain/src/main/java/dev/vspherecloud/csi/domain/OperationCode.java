package dev.vspherecloud.csi.domain;

/// The gRPC code of a call that does not succeed.
public enum OperationCode {
    ABORTED(false),
    DEADLINE_EXCEEDED(false),
    UNAVAILABLE(false),
    ALREADY_EXISTS(true),
    FAILED_PRECONDITION(true),
    INTERNAL(true),
    INVALID_ARGUMENT(true),
    NOT_FOUND(true),
    OUT_OF_RANGE(true),
    PERMISSION_DENIED(true),
    RESOURCE_EXHAUSTED(true);

    private final boolean isFinal;

    OperationCode(boolean isFinal) {
        this.isFinal = isFinal;
    }

    /// Returns true if external-provisioner concludes from this code that nothing runs any more.
    ///
    /// Rule from: csi-production 6.
    public boolean isFinal() {
        return isFinal;
    }
}
