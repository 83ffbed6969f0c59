package dev.vspherecloud.csi.cluster.metadata;

import static dev.vspherecloud.domain.reason.ReasonRow.reason;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.ReasonGroup;
import dev.vspherecloud.domain.reason.ReasonRow;

/// The reasons why the volumes of CNS and the PersistentVolumes of the cluster do not fit together. Events about
/// PersistentVolumes have them, and those about orphans, whose object is the Lease of the synchronisation.
///
/// The codes of reasons are stable, because alerts use them.
public enum MetadataReason implements ReasonCode {
    VOLUME_NOT_REGISTERED(reason(Group.METADATA, "VolumeNotRegistered", "vCenter did not register the disk")
            .means("The PersistentVolume was created for an existing disk, and vCenter refused to register the disk as"
                    + " a volume. The Event has its answer.")
            .cause("The volume handle is not the id of a First Class Disk, the disk was deleted, or the account lacks"
                    + " the privilege Cns.Searchable or Datastore.FileManagement.")
            .remedy("Compare the handle with the disks of the datastore (govc disk.ls). Create the PersistentVolume"
                    + " again if the handle is wrong: it cannot be changed. The driver tries again by itself.")),
    METADATA_REFUSED(reason(Group.METADATA, "MetadataRefused", "CNS refuses the metadata of the volume")
            .means(
                    "vCenter does not show which PersistentVolume, claim and Pods use the volume. The Event has its answer."
                            + " The volume itself works. Other volumes are not affected.")
            .cause(
                    "CNS does not accept a label of the PersistentVolume or of the claim, or does not find what the volume"
                            + " lies on.")
            .remedy("Correct what the Event names. The driver tries again after some seconds and in each full pass.")),
    VOLUME_MISSING(reason(Group.METADATA, "VolumeMissing", "No vCenter has the volume of the PersistentVolume")
            .means("Two full passes found no volume with this handle, and no disk that could be registered. The driver"
                    + " changes nothing.")
            .cause("The disk was deleted outside of Kubernetes, vCenter was restored from a backup, or etcd was"
                    + " restored from a backup that is older than the deletion of the volume.")
            .remedy("Restore the disk, or delete the claim and the PersistentVolume if the data is no longer needed."
                    + " vsphere-csi explain volume shows what is known.")),
    VOLUME_ORPHANED(reason(Group.METADATA, "VolumeOrphaned", "CNS has volumes that no PersistentVolume has")
            .means("Volumes belong to this cluster in CNS, and two full passes found neither a PersistentVolume nor a"
                    + " claim for them. The driver never deletes them.")
            .cause("A claim was deleted while its volume was being created, a PersistentVolume was deleted by hand,"
                    + " etcd was restored from a backup, or another cluster has the same cluster-id.")
            .remedy("Run vsphere-csi explain orphans. It lists each volume, and the commands that adopt or delete"
                    + " it.")),
    CLUSTER_ID_SHARED(reason(Group.METADATA, "ClusterIdShared", "Another cluster seems to have the same cluster-id")
            .means("CNS has entries of this cluster-id with the volume, and this cluster does not have their objects."
                    + " The driver leaves them.")
            .cause("Two clusters have the same cluster-id, for example because one was copied from the other.")
            .remedy("Give each cluster its own cluster-id. If there is no other cluster, remove the entries in vCenter,"
                    + " or delete and create the PersistentVolume again."));

    private final ReasonRow row;

    MetadataReason(ReasonRow row) {
        this.row = row;
    }

    @Override
    public ReasonRow row() {
        return row;
    }

    private static final class Group {
        static final ReasonGroup METADATA = new ReasonGroup("Metadata of volumes");
    }
}
