package dev.vspherecloud.csi.operations;

import dev.vspherecloud.csi.domain.OperationCode;

/// Why a volume was not created, deleted or expanded, or a snapshot not created or deleted.
///
/// external-provisioner concludes from some codes that nothing runs any more. They are returned only if that is
/// true: see [OperationCode#isFinal].
public sealed interface VolumeFailure
        extends VolumeCreateResult, VolumeDeleteResult, VolumeExpandResult, SnapshotCreateResult {
    /// Returns the gRPC code for the caller.
    OperationCode code();

    /// Returns what was found, and what to do.
    String message();

    /// A volume with the name exists, and does not fit the request: it has another size, or it is in use on a
    /// datastore that the request does not allow. Final.
    record ExistsIncompatible(String message) implements VolumeFailure {
        @Override
        public OperationCode code() {
            return OperationCode.ALREADY_EXISTS;
        }
    }

    /// vCenter ended the operation with a fault, or the volume is in a state that forbids it. Nothing runs. Final.
    ///
    /// @param code the kind of the fault
    record RefusedByFault(OperationCode code, String message) implements VolumeFailure {}

    /// At the deadline, the operation was not finished. It may go on in vCenter; the same request finds it. Not
    /// final.
    record StillRunning(String message) implements VolumeFailure {
        @Override
        public OperationCode code() {
            return OperationCode.DEADLINE_EXCEEDED;
        }
    }

    /// Another call, of this process or another one, works on the volume, or this call lost track of what it sent.
    /// The same request finds out. Not final.
    record OtherOperation(String message) implements VolumeFailure {
        @Override
        public OperationCode code() {
            return OperationCode.ABORTED;
        }
    }

    /// An attempt was made on another vCenter, which knows its task or its volume. Repeat the request with the
    /// executor of that vCenter. Not final.
    record OtherVcenter(String vcenter, String message) implements VolumeFailure {
        @Override
        public OperationCode code() {
            return OperationCode.ABORTED;
        }
    }

    /// vCenter or the API server did not answer. The same request finds an attempt that was started.
    /// Not final.
    record Unavailable(String message) implements VolumeFailure {
        @Override
        public OperationCode code() {
            return OperationCode.UNAVAILABLE;
        }
    }
}
