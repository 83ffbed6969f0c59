package dev.vspherecloud.kubernetes.program;

import static dev.vspherecloud.domain.reason.ReasonRow.reason;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.ReasonGroup;
import dev.vspherecloud.domain.reason.ReasonRow;

/// The reasons of a program that attaches disks.
enum DiskReason implements ReasonCode {
    DISK_IN_USE(reason(new ReasonGroup("Disks"), "DiskInUse", "The disk is attached to another VM")
            .means("vCenter refuses to attach the disk, since another VM has it.")
            .cause("The Node of the other VM is gone, and its VM is not.")
            .remedy("Detach the disk from the other VM."));

    private final ReasonRow row;

    DiskReason(ReasonRow row) {
        this.row = row;
    }

    @Override
    public ReasonRow row() {
        return row;
    }
}
