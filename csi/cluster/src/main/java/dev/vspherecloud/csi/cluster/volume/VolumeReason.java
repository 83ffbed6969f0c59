package dev.vspherecloud.csi.cluster.volume;

import static dev.vspherecloud.domain.reason.ReasonRow.reason;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.ReasonGroup;
import dev.vspherecloud.domain.reason.ReasonRow;

/// The reasons in Events on PersistentVolumes whose volumes are not deleted.
///
/// The codes of reasons are stable, because alerts use them.
public enum VolumeReason implements ReasonCode {
    VOLUME_SHARED(reason(Group.DELETION, "VolumeShared", "Several PersistentVolumes have one volume")
            .means("A volume is to be deleted that more than one PersistentVolume of the cluster has. The Event names"
                    + " them. Nothing was deleted.")
            .cause("A backup was restored into a second namespace or under other names, or a person created a second"
                    + " PersistentVolume for a disk.")
            .remedy("Set the reclaim policy Retain for the PersistentVolume that is not needed, and delete it. The"
                    + " provisioner tries again by itself.")),
    VOLUME_KEPT(reason(Group.DELETION, "VolumeKept", "The volume is not deleted, because something needs it")
            .means("A volume is to be deleted, and the PersistentVolume is not released, or has the reclaim policy"
                    + " Retain. Nothing was deleted.")
            .cause("The object was changed after the request, or the driver has found a second volume of a claim and"
                    + " the PersistentVolume names that one.")
            .remedy("Do what the Event says.")),
    VOLUME_FORGOTTEN(reason(Group.DELETION, "VolumeForgotten", "CNS had forgotten a volume, whose disk exists")
            .means("A call needed a volume that CNS does not list, and found its disk. The disk is registered as a"
                    + " volume again. The volume is not deleted in the next 35 minutes, so that other clusters that use"
                    + " the disk can record that again.")
            .cause("vCenter was restored from a backup, its database was repaired, or a person unregistered the"
                    + " volume.")
            .remedy("Nothing for this volume. After a restore of vCenter, look whether other volumes are missing:"
                    + " vsphere-csi explain orphans."));

    private final ReasonRow row;

    VolumeReason(ReasonRow row) {
        this.row = row;
    }

    @Override
    public ReasonRow row() {
        return row;
    }

    private static final class Group {
        static final ReasonGroup DELETION = new ReasonGroup("Deletion of volumes");
    }
}
