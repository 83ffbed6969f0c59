package dev.vspherecloud.csi.controller.snapshot;

import dev.vspherecloud.csi.cluster.snapshot.SnapshotEvents;
import dev.vspherecloud.csi.cluster.snapshot.SnapshotReason;
import dev.vspherecloud.csi.domain.volume.SnapshotHandle;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.Optional;
import java.util.function.Supplier;

/// Posts Events about snapshots that are not created or not deleted.
///
/// Threads: any number of callers.
public final class SnapshotFailureReporter {
    private final SnapshotEvents events;
    private final Supplier<Optional<ReasonCode>> accessReason;

    /// Creates the object.
    ///
    /// @param accessReason returns why the driver cannot log in to a vCenter; empty if it can
    public SnapshotFailureReporter(SnapshotEvents events, Supplier<Optional<ReasonCode>> accessReason) {
        this.events = events;
        this.accessReason = accessReason;
    }

    /// Reports the failure of a request to create, if an administrator has to act.
    public void notCreated(String requestName, VolumeFailure failure) {
        reason(failure).ifPresent(code -> events.notCreated(requestName, new Reason(code, failure.message())));
    }

    /// Reports the failure of a request to delete, if an administrator has to act.
    public void notDeleted(SnapshotHandle snapshot, VolumeFailure failure) {
        reason(failure).ifPresent(code -> events.notDeleted(snapshot.text(), new Reason(code, failure.message())));
    }

    private Optional<ReasonCode> reason(VolumeFailure failure) {
        return failure instanceof VolumeFailure.Unavailable
                ? accessReason.get()
                : SnapshotReason.of(failure.code()).map(code -> code);
    }
}
