package dev.vspherecloud.csi.cluster.snapshot;

import static dev.vspherecloud.domain.reason.ReasonRow.reason;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.ReasonGroup;
import dev.vspherecloud.domain.reason.ReasonRow;
import java.util.Optional;

/// The reasons in Events about snapshots that are not created or not deleted.
///
/// The codes of reasons are stable, because alerts use them.
public enum SnapshotReason implements ReasonCode {
    SNAPSHOT_SOURCE_MISSING(reason(
                    Group.SNAPSHOT, "SnapshotSourceMissing", "CNS does not have the volume of the snapshot")
            .means("No vCenter has the volume of which the snapshot is to be taken.")
            .cause("The volume was deleted outside of Kubernetes, or vCenter was restored from a backup.")
            .remedy("Look at the PersistentVolume with vsphere-csi explain volume. Delete the VolumeSnapshot if the"
                    + " volume is gone.")),
    SNAPSHOT_NAME_TAKEN(reason(Group.SNAPSHOT, "SnapshotNameTaken", "Another volume has a snapshot with the name")
            .means("A snapshot with the name of the request exists, of another volume.")
            .cause("Two programs have made the same name, or the prefix of names was changed.")
            .remedy("Delete the snapshot that the Event names, or create a new VolumeSnapshot.")),
    SNAPSHOT_DATASTORE_FULL(reason(Group.SNAPSHOT, "SnapshotDatastoreFull", "The datastore has no space for a snapshot")
            .means("vCenter refused to create the snapshot. None was left behind.")
            .cause("The datastore of the volume is full.")
            .remedy("Free space on the datastore. The snapshotter tries again by itself.")),
    SNAPSHOT_PRIVILEGE_MISSING(
            reason(Group.SNAPSHOT, "SnapshotPrivilegeMissing", "The account may not change snapshots")
                    .means("vCenter accepted the login, but refused the operation. The Event names the privilege if"
                            + " vCenter does.")
                    .cause("The account lacks Datastore.FileManagement on the datastore of the volume.")
                    .remedy("Add the privilege to the role of the account, with propagation.")),
    SNAPSHOT_REFUSED(reason(Group.SNAPSHOT, "SnapshotRefused", "The snapshot is not created or not deleted")
            .means("The volume has as many snapshots as the configuration allows, vCenter is too old, or the task in"
                    + " vCenter failed. The Event says which.")
            .cause("See the Event.")
            .remedy("Do what the Event says. The snapshotter tries again by itself."));

    private final ReasonRow row;

    SnapshotReason(ReasonRow row) {
        this.row = row;
    }

    @Override
    public ReasonRow row() {
        return row;
    }

    /// Returns the reason that an Event names; empty if the next attempt may well succeed.
    public static Optional<SnapshotReason> of(OperationCode code) {
        return switch (code) {
            case NOT_FOUND -> Optional.of(SNAPSHOT_SOURCE_MISSING);
            case ALREADY_EXISTS -> Optional.of(SNAPSHOT_NAME_TAKEN);
            case RESOURCE_EXHAUSTED -> Optional.of(SNAPSHOT_DATASTORE_FULL);
            case PERMISSION_DENIED -> Optional.of(SNAPSHOT_PRIVILEGE_MISSING);
            case FAILED_PRECONDITION, INTERNAL, INVALID_ARGUMENT, OUT_OF_RANGE -> Optional.of(SNAPSHOT_REFUSED);
            case ABORTED, DEADLINE_EXCEEDED, UNAVAILABLE -> Optional.empty();
        };
    }

    private static final class Group {
        static final ReasonGroup SNAPSHOT = new ReasonGroup("Snapshots");
    }
}
