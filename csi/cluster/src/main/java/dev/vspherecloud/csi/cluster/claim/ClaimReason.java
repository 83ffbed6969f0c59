package dev.vspherecloud.csi.cluster.claim;

import static dev.vspherecloud.domain.reason.ReasonRow.reason;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.ReasonGroup;
import dev.vspherecloud.domain.reason.ReasonRow;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// The reasons why a claim has no volume that the CSI driver itself can find. Together with the [VsphereReason]s about
/// the access to vCenter they form one [#table].
///
/// The codes of reasons are stable, because alerts use them.
public enum ClaimReason implements ReasonCode {
    STORAGE_CONFIG_INVALID(reason(Group.CLAIM, "StorageConfigInvalid", "The configuration does not fit the claim")
            .means("The StorageClass or the configuration of the driver contains a value that the driver cannot use."
                    + " The Event names it.")
            .cause("A parameter is misspelt, or names a datastore or a zone that the driver does not know.")
            .remedy("Correct the configuration. The parameters of a StorageClass cannot be changed: create a new"
                    + " StorageClass, and a new claim. The provisioner tries again by itself.")),
    STORAGE_POLICY_UNKNOWN(reason(Group.CLAIM, "StoragePolicyUnknown", "vCenter has no storage policy of this name")
            .means("The StorageClass names a storage policy that no vCenter has which may hold the volume. The Event"
                    + " names those that exist.")
            .cause("The name is misspelt, the policy was renamed, or the account lacks the privilege"
                    + " StorageProfile.View.")
            .remedy("Create or rename the policy in vCenter, or create a StorageClass with the right name. The"
                    + " provisioner tries again by itself.")),
    SOURCE_UNUSABLE(reason(Group.CLAIM, "SourceUnusable", "The source of the claim cannot be copied")
            .means("The claim names a snapshot or another claim as its source, which does not exist or is larger than"
                    + " the claim. The Event names it.")
            .cause("The snapshot or the volume was deleted, or the claim asks for less than the size of its source.")
            .remedy("Create a new claim with a source that exists and with at least its size.")),
    DATASTORE_FULL(reason(Group.CLAIM, "DatastoreFull", "No datastore has enough space")
            .means("vCenter refused to create the disk, because the datastore has too little space. No volume was"
                    + " left behind.")
            .cause("The datastore is full, or the claim asks for more than any datastore has.")
            .remedy("Free space, add a datastore, or delete the claim and ask for less. The provisioner tries again"
                    + " by itself.")),
    NO_DATASTORE_FITS(reason(Group.CLAIM, "NoDatastoreFits", "No datastore fits the claim")
            .means("The driver checked every datastore, and none can take the volume. The Event names the datastores"
                    + " and what is against each of them. Nothing was started.")
            .cause("The datastores that the Nodes of the topology see are full, suspended, in maintenance, mounted"
                    + " read-only, or do not comply with the storage policy.")
            .remedy("Do what the end of the Event says, for one of the datastores. The provisioner tries again by"
                    + " itself.")),
    VOLUME_NAME_TAKEN(reason(Group.CLAIM, "VolumeNameTaken", "Another volume has the name of the request")
            .means(
                    "A volume with this name exists, and has another size, another source, or a place that the claim does"
                            + " not allow. The driver neither uses nor deletes it.")
            .cause("An earlier request had other parameters, or another cluster has the same cluster id.")
            .remedy("Delete the volume that the Event names, or create a new claim: its volume gets another name.")),
    CREATE_REFUSED(reason(Group.CLAIM, "CreateRefused", "vCenter failed to create the volume")
            .means("The task in vCenter failed with a fault that the driver does not know. The Event contains it. No"
                    + " volume was left behind.")
            .cause("See the fault, and the log of the vCenter.")
            .remedy("Remove the cause in vCenter. The provisioner tries again by itself.")),
    PRIVILEGE_MISSING(reason(Group.CLAIM, "PrivilegeMissing", "The account may not create the volume")
            .means("vCenter accepted the login, but refused the operation on the volume. The Event names the privilege"
                    + " if vCenter does.")
            .cause("The account lacks Datastore.FileManagement on the datastore, or Cns.Searchable on the vCenter.")
            .remedy("Add the privilege to the role of the account, with propagation. The provisioner tries again by"
                    + " itself."));

    private final ReasonRow row;

    ClaimReason(ReasonRow row) {
        this.row = row;
    }

    @Override
    public ReasonRow row() {
        return row;
    }

    /// Returns all reasons that Events about claims can have.
    public static List<ReasonCode> table() {
        return Stream.concat(
                        Arrays.stream(VsphereReason.values())
                                .filter(code -> code.group().equals(ReasonGroup.ACCESS)),
                        Arrays.stream(values()))
                .<ReasonCode>map(code -> code)
                .toList();
    }

    private static final class Group {
        static final ReasonGroup CLAIM = new ReasonGroup("Volumes of claims");
    }
}
