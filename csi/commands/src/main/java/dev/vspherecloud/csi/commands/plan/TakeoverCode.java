package dev.vspherecloud.csi.commands.plan;

import static dev.vspherecloud.csi.commands.plan.TakeoverEffect.CHANGES;
import static dev.vspherecloud.csi.commands.plan.TakeoverEffect.STAYS;
import static dev.vspherecloud.csi.commands.plan.TakeoverEffect.STOPS;
import static dev.vspherecloud.csi.commands.plan.TakeoverEffect.WAITS;

import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// The codes of findings. Programs may read them, so a code keeps its text.
///
/// Rule from: csi-production 1, 3, 4, 5, 7 and 8.
enum TakeoverCode {
    CONFIG_REFUSED(
            STOPS,
            "The driver does not start with this configuration.",
            "correct the file; vsphere-csi-driver (Go) reads it less strictly"),
    CONFIG_WARNING(
            CHANGES, "A part of the configuration has another effect or none.", "read the message, and correct it"),
    CLUSTER_ID_REFUSED(
            STOPS,
            "The driver does not get ready, because the cluster id is not certain.",
            "make the configuration and the ConfigMap vsphere-csi-cluster-id agree with the volumes in vCenter"),
    CLUSTER_ID_ADOPTED(
            CHANGES,
            "There is no cluster id. The driver takes the one that CNS has recorded for the volumes.",
            "set cluster-id in the configuration, or do nothing"),
    SWITCH_WITHOUT_EFFECT(
            CHANGES,
            "A feature switch of vsphere-csi-driver (Go) has no effect on this driver.",
            "make sure that nothing depends on the feature"),
    ATTACH_NOT_REQUIRED(
            STOPS,
            "The CSIDriver object has attachRequired=false, so no disk would be attached.",
            "delete the CSIDriver object, and create it with attachRequired=true; the field cannot be changed"),
    CSI_DRIVER_MISSING(
            CHANGES,
            "The CSIDriver object does not exist.",
            "create it with attachRequired=true and podInfoOnMount=false"),
    CAPACITY_TRACKED(
            CHANGES,
            "The scheduler considers only Nodes with published free space. This driver answers GetCapacity; "
                    + "vsphere-csi-driver (Go) does not.",
            "start csi-provisioner with --enable-capacity, or set storageCapacity=false"),
    WEBHOOK_BLOCKS(
            STOPS,
            "A webhook of vsphere-csi-driver (Go) with failurePolicy Fail. When its Service is gone, the API server "
                    + "refuses each change of a claim.",
            "delete the ValidatingWebhookConfiguration before you remove vsphere-csi-driver (Go)"),
    WEBHOOK_GONE(
            CHANGES,
            "A webhook of vsphere-csi-driver (Go) that the API server ignores when it does not answer.",
            "delete the ValidatingWebhookConfiguration"),
    GO_CONTROLLER_RUNS(
            WAITS,
            "Pods of vsphere-csi-driver (Go) run. Two drivers at once can destroy a volume.",
            "scale the Deployment to 0, wait until no Pod and no operation runs, and run plan again"),
    SYNCER_REPLACED(
            CHANGES,
            "The container vsphere-syncer is of vsphere-csi-driver (Go). This driver does its work itself.",
            "remove the container from the Deployment"),
    FLAVOR_UNSUPPORTED(
            STOPS,
            "The driver is not the one for vanilla Kubernetes. This project has no driver for a Supervisor or its "
                    + "clusters.",
            "keep vsphere-csi-driver (Go)"),
    DEFAULT_FILESYSTEM_MISSING(
            STOPS,
            "csi-provisioner has no default filesystem, so Kubernetes does not apply fsGroup to new volumes.",
            "add --default-fstype=ext4 to csi-provisioner"),
    TIMEOUT_SHORT(
            CHANGES,
            "A sidecar ends calls early and repeats them. No volume is lost, but each repetition costs a call.",
            "set --timeout=300s for the sidecar"),
    IN_USE_ERROR_HANDLED(
            CHANGES,
            "csi-resizer takes the refusal to expand a volume with snapshots for a volume in use, and waits until "
                    + "its Pod is gone.",
            "set --handle-volume-inuse-error=false for csi-resizer"),
    RESIZER_GATE(
            CHANGES,
            "csi-resizer 2.3 does not know this feature gate, and ends at its start.",
            "remove it from --feature-gates before you update csi-resizer"),
    SNAPSHOT_PREFIX_OTHER(
            CHANGES,
            "csi-snapshotter gives snapshots other names than the records of vsphere-csi-driver (Go) have.",
            "remove --snapshot-name-prefix from csi-snapshotter"),
    TOPOLOGY_GATE_OFF(
            CHANGES,
            "The configuration has topology categories, and csi-provisioner does not pass the topology on, as before.",
            "set --feature-gates=Topology=true for csi-provisioner"),
    ELECTION_MISSING(
            CHANGES,
            "A sidecar takes part in no leader election, so it works in each Pod. A standby of this driver is never "
                    + "ready, which holds its sidecars.",
            "set --leader-election for the sidecar"),
    ELECTION_ELSEWHERE(
            CHANGES,
            "A sidecar keeps its Lease in another namespace than the driver.",
            "use the same --leader-election-namespace for the old and the new Deployment, or two sidecars lead"),
    LIVENESS_SIDECAR(
            CHANGES,
            "The container livenessprobe fails for a driver that is not ready, so the kubelet would restart each "
                    + "standby.",
            "remove the container, and probe /livez of the driver"),
    NODE_PLUGIN_MISSING(
            STOPS,
            "No node plugin runs. This version has none of its own, so nothing is mounted.",
            "keep the DaemonSet vsphere-csi-node of vsphere-csi-driver (Go)"),
    WINDOWS_NODE_PLUGIN(
            STOPS,
            "A node plugin for Windows runs. This driver creates no volumes for Windows.",
            "keep vsphere-csi-driver (Go) for clusters with Windows Nodes"),
    WINDOWS_NODE(
            STOPS,
            "A Windows Node on which the driver is registered. This driver creates no volumes for it.",
            "keep vsphere-csi-driver (Go) for clusters with Windows Nodes"),
    NODE_OFF_VSPHERE(
            STAYS,
            "A Node that is no VM of vSphere. No volume can be attached to it.",
            "exclude it from the DaemonSet by affinity"),
    DRIVER_NOT_REGISTERED(
            STAYS,
            "A Node on which the driver is not registered. No Pod with a volume runs on it.",
            "look for the error in the log of its node plugin"),
    NODE_ID_INVALID(
            STOPS,
            "The id of a Node is neither the UUID of a VM nor the name of a Node, so its VM cannot be found.",
            "restart the node plugin on this Node, so that it registers again"),
    NODE_ID_OF_OTHER_VM(
            STOPS,
            "The Node has registered the UUID of another VM than the one that the kubelet reports.",
            "restart the node plugin on this Node, so that it registers again"),
    NODE_ID_SHARED(
            STOPS,
            "Several Nodes have one UUID. The driver attaches nothing to them, because it cannot tell their VMs apart.",
            "give each VM a BIOS UUID of its own"),
    TOPOLOGY_COLLISION(
            STOPS,
            "A label of the Node has another value than its CSINodeTopology. The kubelet refuses to register the "
                    + "driver.",
            "find out which zone is right, and correct the label or the tag in vCenter"),
    TOPOLOGY_KEYS_MISSING(
            STOPS,
            "The Node has not registered all topology keys of the configuration. csi-provisioner creates no volume "
                    + "for it.",
            "restart the node plugin on this Node after the replacement"),
    TOPOLOGY_ERROR(
            CHANGES,
            "The CSINodeTopology of the Node has failed. This driver computes it again; one failed Node does not "
                    + "stop the others.",
            "correct the tags in vCenter that the message names"),
    TOPOLOGY_UNANSWERED(
            CHANGES, "The CSINodeTopology of the Node has no answer yet. This driver answers it.", "nothing"),
    TOPOLOGY_OF_OTHER_VM(
            CHANGES,
            "The CSINodeTopology names another VM than the registration of the Node. This driver computes it again.",
            "restart the node plugin on this Node"),
    TOPOLOGY_OF_GONE_NODE(STAYS, "The Node of a CSINodeTopology does not exist.", "delete the CSINodeTopology"),
    PARAMETERS_REFUSED(
            STOPS,
            "The driver refuses each claim of this StorageClass because of its parameters.",
            "create the StorageClass again without these parameters"),
    PARAMETER_IGNORED(STAYS, "A parameter has no effect on either driver.", "remove it"),
    FILESYSTEM_UNSUPPORTED(STOPS, "The driver creates no volumes with this filesystem.", "use ext4, ext3 or xfs"),
    WINDOWS_FILESYSTEM(
            STOPS,
            "The filesystem is ntfs. This driver creates no volumes for Windows, and refuses to validate them.",
            "keep vsphere-csi-driver (Go) for clusters with Windows Nodes"),
    TOPOLOGY_KEY_NOT_CONFIGURED(
            STOPS,
            "It requires a topology key that the configuration does not have. New Nodes do not get this label.",
            "add the category to topology-categories"),
    CLASS_OF_FILE_VOLUMES(
            STOPS,
            "File volumes were made from this StorageClass. This driver creates none.",
            "keep vsphere-csi-driver (Go) if the cluster needs new file volumes"),
    IN_TREE_CLASS(
            CHANGES,
            "A StorageClass of the in-tree driver. This driver creates the volumes of its claims; their "
                    + "PersistentVolumes are those of the in-tree driver, and no snapshot of them is taken.",
            "create a StorageClass with the provisioner csi.vsphere.vmware.com"),
    FILE_CLAIM_WAITS(
            STOPS,
            "The claim waits for a file volume. This driver creates none.",
            "request ReadWriteOnce, or keep vsphere-csi-driver (Go)"),
    COPY_CLAIM_WAITS(
            CHANGES,
            "The claim waits for a copy of another claim, which vsphere-csi-driver (Go) refuses. This driver makes the "
                    + "copy.",
            "delete the claim if the copy is no longer needed"),
    FILE_VOLUME(
            CHANGES,
            "A file volume. The driver attaches, expands and deletes it, and creates no new one.",
            "keep vsphere-csi-driver (Go) if the cluster needs new file volumes"),
    MIGRATED_VOLUME(
            CHANGES,
            "A volume of the in-tree driver. The driver finds it by its CnsVSphereVolumeMigration, and takes no "
                    + "snapshots of it.",
            "keep the records CnsVSphereVolumeMigration"),
    MIGRATION_RECORD_MISSING(
            STOPS,
            "A volume of the in-tree driver that is not registered in CNS. This driver registers none.",
            KubeVolumeMigrations.REGISTER_ADVICE),
    MIGRATION_RECORD_AMBIGUOUS(
            STOPS,
            "Several records CnsVSphereVolumeMigration name this disk, so its volume is not certain.",
            "find the right volume in vCenter, and delete the other records"),
    IN_TREE_NOT_MIGRATED(
            CHANGES,
            "A volume of the in-tree driver that Kubernetes has not migrated. This driver will not register it.",
            "migrate it while vsphere-csi-driver (Go) runs"),
    HANDLE_INVALID(
            STOPS,
            "The volume handle has no form that the driver knows.",
            "create the PersistentVolume again with the id of the volume"),
    SHARED_BLOCK_VOLUME(
            CHANGES,
            "A block volume whose access modes allow several Nodes. A second attach fails, and names the Node that "
                    + "has the disk.",
            "create the PersistentVolume again with ReadWriteOnce"),
    VOLUME_NOT_IN_CNS(
            STAYS,
            "No vCenter of the configuration has the volume in CNS, so neither driver can attach it.",
            "look for its disk in vCenter; `explain volume` shows more"),
    VOLUME_BEING_DELETED(
            CHANGES,
            "The volume is being deleted: CNS does not have it any more, and its PersistentVolume is still there. "
                    + "csi-provisioner removes it when this driver runs.",
            "nothing"),
    VOLUME_OF_OTHER_CLUSTER(
            STOPS,
            "CNS has recorded the volume only for other clusters. The driver does not list or delete it.",
            "set cluster-id to the id that vCenter shows beside the volumes"),
    VOLUME_OF_SEVERAL_CLUSTERS(
            CHANGES,
            "Another cluster uses the volume too. The driver refuses to delete it.",
            "set the reclaim policy Retain, or remove the volume from the other cluster first; if that cluster does "
                    + "not exist any more, add its id to retired-cluster-ids"),
    VOLUME_SHARED(
            CHANGES,
            "Several PersistentVolumes have this volume. vsphere-csi-driver (Go) deletes it with the first of them. This "
                    + "driver refuses to delete it while there are several.",
            "set the reclaim policy Retain for the PersistentVolume that is not needed, and delete it"),
    VOLUME_STOPS(
            STOPS,
            "The PersistentVolume of the attachment stops working, so it cannot be attached again.",
            "see the PersistentVolume"),
    ATTACH_IN_PROGRESS(
            WAITS,
            "The volume is being attached: vCenter runs such a task, or was not asked.",
            "wait until vCenter has ended the task, and run plan again; no controller needs to run"),
    ATTACH_UNFINISHED(
            CHANGES,
            "The volume is not attached yet, and vCenter runs no such task. This driver attaches it.",
            "nothing"),
    DETACH_IN_PROGRESS(
            WAITS,
            "The volume is being detached: vCenter runs such a task, or was not asked.",
            "wait until vCenter has ended the task, and run plan again; no controller needs to run"),
    DETACH_UNFINISHED(
            CHANGES,
            "The volume is not detached yet, and vCenter runs no such task. This driver detaches it.",
            "nothing"),
    ATTACHMENT_FAILED(
            CHANGES,
            "The last attach or detach failed. This driver repeats it, and names the holder of the disk.",
            "read the Events after the replacement"),
    ATTACHED_TWICE(
            WAITS,
            "The block volume counts as attached to several Nodes.",
            "find the VM that has the disk, and delete the other VolumeAttachment; csi-attacher and its driver need to "
                    + "run until it is gone"),
    NODE_MISSING(
            CHANGES,
            "The Node does not exist. The driver detaches the volume when vCenter proves that no VM has the disk.",
            "nothing"),
    VOLUME_MISSING(
            STAYS,
            "The PersistentVolume does not exist, so csi-attacher cannot detach the volume with either driver.",
            "detach the disk in vCenter, and remove the finalizer of the VolumeAttachment"),
    NODE_ID_IS_NAME(STAYS, "The recorded node id is the name of the Node, as older versions wrote it.", "nothing"),
    NODE_ID_OUTDATED(
            CHANGES,
            "The recorded node id is not the one of the Node. The driver detaches the volume only when vCenter proves "
                    + "that this VM does not have the disk.",
            "nothing"),
    SNAPSHOT_PARAMETER_IGNORED(STAYS, "A parameter has no effect on either driver.", "remove it"),
    SNAPSHOT_HANDLE_INVALID(
            STOPS,
            "The snapshot handle has no form that the driver knows.",
            "create the VolumeSnapshotContent again with VOLUME+SNAPSHOT"),
    SNAPSHOT_SOURCE_UNSUPPORTED(
            STOPS,
            "The source of the snapshot is no block volume of CNS. This driver takes no snapshot of it.",
            "copy the data to a new volume"),
    SNAPSHOT_SHARED(
            CHANGES,
            "Several VolumeSnapshotContents have this snapshot. vsphere-csi-driver (Go) deletes it with the first of "
                    + "them. This driver refuses to delete it while there are several.",
            "set the deletion policy Retain for the VolumeSnapshotContent that is not needed, and delete it"),
    SNAPSHOT_IN_PROGRESS(
            WAITS,
            "The snapshot is being taken: vCenter runs such a task, or was not asked.",
            "wait until vCenter has ended the task, and run plan again; no controller needs to run"),
    SNAPSHOT_UNFINISHED(
            CHANGES, "The snapshot is not ready yet, and vCenter runs no such task. This driver takes it.", "nothing"),
    SNAPSHOT_DELETION_IN_PROGRESS(
            WAITS,
            "The snapshot is being deleted: vCenter runs such a task, or was not asked.",
            "wait until vCenter has ended the task, and run plan again; no controller needs to run"),
    SNAPSHOT_DELETION_UNFINISHED(
            CHANGES,
            "The snapshot is not deleted yet, and vCenter runs no such task. This driver deletes it.",
            "nothing"),
    SNAPSHOT_FAILED(CHANGES, "The snapshot has failed. This driver tries it again.", "delete it if it is not needed"),
    OPERATION_IN_PROGRESS(
            WAITS,
            "The operation runs in vCenter, or vCenter was not asked for its task.",
            "wait until its task has ended, and run plan again; no controller needs to run"),
    OPERATION_UNFINISHED(
            CHANGES,
            "The record says that the operation runs, and its task does not run any more. This driver finds out what "
                    + "the task did.",
            "nothing"),
    INTENT_WITHOUT_TASK(
            WAITS,
            "The operation has begun, and its task is not recorded. It is not certain whether vCenter has the request.",
            "run plan again five minutes after the time in the message; no controller needs to run"),
    INTENT_UNFINISHED(
            CHANGES,
            "The operation has begun, its task is not recorded, and no process sends its request any more. This driver "
                    + "looks for the result in CNS before it repeats the operation.",
            "nothing"),
    ERROR_UNPROVEN(
            CHANGES,
            "The operation failed or was given up, and its task may still run. The driver asks vCenter before it "
                    + "repeats the operation.",
            "nothing"),
    STATUS_UNKNOWN(
            WAITS,
            "The record has a status that the driver does not know, so the operation may run.",
            "let vsphere-csi-driver (Go) run until it has removed the record, stop it, and run plan again"),
    RECORD_UNREADABLE(
            STOPS,
            "The record has no form that the driver knows, so it refuses the operation.",
            "make sure that the operation does not run in vCenter, and delete the record"),
    VCENTER_NOT_CONFIGURED(
            STOPS,
            "The record names a vCenter that the configuration does not have. Its volume cannot be reached.",
            "add the vCenter to the configuration"),
    MIGRATION_RECORD_INVALID(STAYS, "The record names no disk, so neither driver uses it.", "delete the record"),
    VCENTER_TOO_OLD(STOPS, "The vCenter is older than 6.7 Update 3.", "update the vCenter"),
    VCENTER_WITHOUT_SNAPSHOTS(
            STAYS, "The vCenter is older than 7.0 Update 3, so neither driver takes snapshots.", "update the vCenter"),
    VOLUME_IDS_CHOSEN(
            CHANGES,
            "vsphere-csi-driver (Go) chooses volume ids with this vCenter. A request of it in flight could delete a "
                    + "volume of this driver.",
            "start this driver only when no Pod of vsphere-csi-driver (Go) runs");

    private final String text;
    private final TakeoverEffect effect;
    private final String meaning;
    private final String action;

    TakeoverCode(TakeoverEffect effect, String meaning, String action) {
        this.text = Arrays.stream(name().split("_", -1))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
        this.effect = effect;
        this.meaning = meaning;
        this.action = action;
    }

    /// Returns the code as the output contains it, such as `FileVolume`.
    public String text() {
        return text;
    }

    public TakeoverEffect effect() {
        return effect;
    }

    /// Returns what the code says, as sentences.
    public String meaning() {
        return meaning;
    }

    /// Returns what the reader can do, as a clause.
    public String action() {
        return action;
    }
}
