package dev.vspherecloud.domain.program;

import static dev.vspherecloud.domain.reason.ReasonGroup.ACCESS;
import static dev.vspherecloud.domain.reason.ReasonRow.reason;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.ReasonGroup;
import dev.vspherecloud.domain.reason.ReasonRow;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.util.List;

/// The reasons of a program that attaches disks.
enum DiskReason implements ReasonCode {
    DATASTORE_HIDDEN(reason(ACCESS, "DatastoreHidden", "The account does not see the datastore")
            .means("No datastore that the account sees has the URL of the storage class.")
            .cause("The account has no role on the datastore.")
            .remedy("Give the account the role on the datastore.")
            .ofVcenter()),
    DISK_IN_USE(reason(Group.DISKS, "DiskInUse", "The disk is attached to another VM")
            .means("vCenter refuses to attach the disk, since another VM has it.")
            .cause("The Node of the other VM is gone, and its VM is not.")
            .remedy("Detach the disk from the other VM.")
            .alsoWhenInitialised()),
    QUOTA_EXCEEDED(reason(Group.DISKS, "QuotaExceeded", "No more disks are allowed")
            .means("The cluster has as many disks as the configuration allows.")
            .cause("Unused claims of volumes were not deleted.")
            .remedy("Delete them, or raise the limit.")
            .ofCluster());

    private final ReasonRow row;

    DiskReason(ReasonRow row) {
        this.row = row;
    }

    @Override
    public ReasonRow row() {
        return row;
    }

    /// Returns the reasons of this program, and those of the library that it can report.
    static List<ReasonCode> table() {
        return List.of(
                VsphereReason.VCENTER_SILENT,
                VsphereReason.VCENTER_UNREACHABLE,
                VsphereReason.LOGIN_REFUSED,
                DATASTORE_HIDDEN,
                DISK_IN_USE,
                QUOTA_EXCEEDED);
    }

    /// The groups that only this program has.
    private static final class Group {
        static final ReasonGroup DISKS = new ReasonGroup("Disks");
    }
}
