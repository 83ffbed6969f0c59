package dev.vspherecloud.domain.reason;

import static dev.vspherecloud.domain.reason.ReasonGroup.ACCESS;
import static dev.vspherecloud.domain.reason.ReasonGroup.CONFLICT;
import static dev.vspherecloud.domain.reason.ReasonGroup.EXISTENCE;
import static dev.vspherecloud.domain.reason.ReasonGroup.IDENTITY;
import static dev.vspherecloud.domain.reason.ReasonGroup.TOPOLOGY;
import static dev.vspherecloud.domain.reason.ReasonRow.reason;

/// The reasons that the libraries find: why vCenter does not answer, and the results of the rules of identity,
/// topology and existence. A program's table of reasons includes those that can occur in it, beside its own.
///
/// The names of reasons are stable, because alerts use them.
public enum VsphereReason implements ReasonCode {
    PROVIDER_ID_MALFORMED(reason(IDENTITY, "ProviderIdMalformed", "The provider ID names no VM")
            .means("`spec.providerID` begins with `vsphere://`, but no UUID follows. So it does not say which VM"
                    + " the Node runs on.")
            .cause("Another program set the provider ID, in a form of its own.")
            .remedy("You cannot change a provider ID: delete the Node, and let its kubelet register it again. If"
                    + " the kubelet sets the provider ID (`--provider-id`), remove that flag, or set it to"
                    + " `vsphere://<BIOS UUID of the VM>`.")
            .alsoWhenInitialised()),
    VM_DUPLICATE(reason(IDENTITY, "VmDuplicate", "A second VM has the Node's UUID")
            .means("The Node keeps its VM, but another VM has the same BIOS UUID.")
            .cause("A clone, a restored copy or a replica appeared after the Node was initialised.")
            .remedy("Remove the copy, or give it a UUID of its own, before another program confuses the two VMs.")
            .alsoWhenInitialised()),

    // The following reasons are ordered from those that may pass by themselves to those that need a person. If
    // several vCenters are silent, the last in this order is reported (VmLookup.Unknown).
    VCENTER_SILENT(reason(ACCESS, "VcenterSilent", "vCenter does not answer")
            .means("The provider reached vCenter, but got no answer in time, or no usable answer.")
            .cause("vCenter is starting, stopping, being updated, or overloaded.")
            .remedy("Check the health of vCenter (`https://<vCenter>:5480`). You need not restart the provider:"
                    + " it asks again every few seconds.")
            .ofVcenter()),
    VCENTER_UNREACHABLE(reason(ACCESS, "VcenterUnreachable", "vCenter cannot be reached")
            .means("The provider cannot open a connection to vCenter, or the connection breaks.")
            .cause("vCenter is down, its address or port is wrong, or a firewall or proxy blocks the connection.")
            .remedy("Run `curl -k https://<vCenter>/sdk/vimServiceVersions.xml` where the provider runs. The"
                    + " provider tries again every few seconds.")
            .ofVcenter()),
    VCENTER_UNTRUSTED(reason(ACCESS, "VcenterUntrusted", "vCenter's certificate is not accepted")
            .means("The server did not prove that it is the configured vCenter, so the provider did not send"
                    + " user and password.")
            .cause("The CA certificate is not in `caFile`, or the certificate is expired or issued for another"
                    + " name. Or the certificate was replaced, and `thumbprint` names the old one.")
            .remedy("The message says what is wrong and shows the thumbprint. Compare it with vCenter's"
                    + " certificate. Then correct `caFile`, `thumbprint` or `server`, or replace the certificate. A"
                    + " changed configuration takes effect without a restart.")
            .ofVcenter()),
    PERMISSION_MISSING(reason(ACCESS, "PermissionMissing", "The vCenter account lacks a privilege")
            .means("vCenter accepted the login, but refused a read that the provider needs for every answer.")
            .cause("The account has no role on the root of the inventory, or a role without System.View and"
                    + " System.Read.")
            .remedy("Give the account the role Read-only on the vCenter itself. The provider tries again within"
                    + " half a minute.")
            .ofVcenter()),
    LOGIN_REFUSED(reason(ACCESS, "LoginRefused", "vCenter does not accept user and password")
            .means("vCenter refused the login. The provider waits before it tries again, so that it does not"
                    + " lock the account.")
            .cause("The password was changed or has expired, the account is locked, or vCenter cannot reach its"
                    + " directory.")
            .remedy("Correct the Secret or the file: the provider tries changed credentials at once. If it should"
                    + " try the same credentials at once, delete the Lease that the message names.")
            .ofVcenter()),
    LOGIN_UNRECORDED(reason(ACCESS, "LoginUnrecorded", "No login, because it cannot be recorded")
            .means("The provider records each login in a Lease before it tries it, so that it never locks an"
                    + " account. It could not write that record.")
            .cause("The right to get, create and update Leases in the namespace of the leader's Lease is" + " missing.")
            .remedy("Grant the right. The provider logs in within five seconds.")
            .ofVcenter()),
    CREDENTIALS_MISSING(reason(ACCESS, "CredentialsMissing", "User or password is missing")
            .means("The provider has no user or no password for this vCenter.")
            .cause("The Secret does not exist, has no entry for this vCenter, or the provider may not read it.")
            .remedy("The message says where the provider looked. Create the entry there, with the keys"
                    + " `<server>.username` and `<server>.password`. The provider uses it at once.")
            .ofVcenter()),

    TAGS_UNREAD(reason(TOPOLOGY, "TagsUnread", "Tags cannot be read")
            .means("Zone and region come from tags, but vCenter's REST interface does not return the tags.")
            .cause("vCenter's API endpoint or tagging service is down, or a proxy allows `/sdk` but not `/rest`.")
            .remedy("Check vCenter's services (`https://<vCenter>:5480`). The provider changes no label until it"
                    + " can read tags again.")
            .ofVcenter()),
    CATEGORY_MISSING(reason(TOPOLOGY, "CategoryMissing", "A tag category was not found")
            .means("No tag category has the name that section `labels` gives, or the account may not read it.")
            .cause("The name is misspelt, the category was renamed, or the account lacks the right to read tags.")
            .remedy("Correct `labels.zone` or `labels.region`, or rename the category. Or give the account the"
                    + " role Read-only as a global permission (Administration > Access Control > Global"
                    + " Permissions): tags are not below the root of the inventory.")
            .ofVcenter()),
    PLACE_UNREADABLE(reason(TOPOLOGY, "PlaceUnreadable", "An object above the VM cannot be read")
            .means("The account may not read a host, cluster, pool, folder or datacenter above the VM, and that"
                    + " object may have the tag.")
            .cause("The account has its role on VMs only, or without propagation.")
            .remedy("Give the account Read-only on the datacenter or the vCenter, with propagation.")
            .alsoWhenInitialised()),
    ZONE_MISSING(reason(TOPOLOGY, "ZoneMissing", "No tag gives the zone or region")
            .means("The provider read all objects above the VM, and did not find a tag of each configured"
                    + " category.")
            .cause("A new host, cluster or datacenter has no tags yet.")
            .remedy("Attach the tags. While a Node waits for them, the provider sees them within ten seconds. Or"
                    + " set `labels.mode: nearest`, in which a Node without tags does not wait unless"
                    + " `labels.required` is true.")),
    TAG_AMBIGUOUS(reason(TOPOLOGY, "TagAmbiguous", "Two tags of one category on one object")
            .means("An object above the VM has two tags of one category, so its zone or region is not clear.")
            .cause("The category allows many tags per object, and the old tag was not detached.")
            .remedy("Detach one of the tags, and change the category so that it allows one tag per object.")
            .alsoWhenInitialised()),
    ZONE_INVALID(reason(TOPOLOGY, "ZoneInvalid", "The name of a tag is not a valid label value")
            .means("A label value has at most 63 letters, digits, `-`, `_` and `.`, and begins and ends with a"
                    + " letter or digit.")
            .cause("The name of the tag contains a blank or an umlaut, or is a whole sentence.")
            .remedy("Rename the tag, or attach another one.")
            .alsoWhenInitialised()),

    LABEL_INVALID(reason(CONFLICT, "LabelInvalid", "A name cannot become a label value")
            .means("The configuration asks for a label with the name of an object above the VM, but that name"
                    + " contains no letter and no digit.")
            .cause("The name of the host, cluster, datacenter, pool or folder consists of other characters only.")
            .remedy("Rename the object, or remove the key from section `labels`. The provider initialises the"
                    + " Node without the label.")
            .alsoWhenInitialised()),

    ABSENCE_UNPROVEN(reason(EXISTENCE, "AbsenceUnproven", "The VM is missing, but this is not proven yet")
            .means("The Node is not ready, and no vCenter shows its VM. The provider searches again before it"
                    + " does anything.")
            .cause("The VM was destroyed a moment ago. Or it was unregistered, moved away, or its host was"
                    + " removed.")
            .remedy("You need not do anything. If the VM was destroyed, the provider deletes the Node within a"
                    + " minute; if it only disappeared, after `disappearedAfter`. If the VM should stay, register"
                    + " it again: the provider finds it by its UUID.")
            .alsoWhenInitialised()),
    VM_HOME_UNREADABLE(reason(EXISTENCE, "VmHomeUnreadable", "The folder or pool of the VM cannot be read")
            .means("vCenter does not return the VM, nor the folder or resource pool that it was in. So the VM"
                    + " may only be hidden from the account.")
            .cause("The account lost its role on the folder or the pool, or they were deleted with the VM. Or"
                    + " the account could not read them when the provider recorded the VM.")
            .remedy("Give the account the role Read-only on both, with propagation. If the VM is gone, and folder"
                    + " or pool were deleted too or never recorded, delete the Node by hand.")
            .alsoWhenInitialised()),
    EVENTS_UNREADABLE(reason(EXISTENCE, "EventsUnreadable", "vCenter's events cannot be read")
            .means("Without the events, the provider cannot tell whether vCenter was restored from a backup. A"
                    + " restored vCenter may lack VMs that still run.")
            .cause("The account has no role on the root of the inventory, or had none while the VM existed.")
            .remedy("Give the account the role Read-only on the vCenter itself. If a VM was gone before that,"
                    + " delete its Node by hand.")
            .alsoWhenInitialised()),
    RECORDED_EVENT_MISSING(
            reason(EXISTENCE, "RecordedEventMissing", "vCenter does not have the event that the Node records")
                    .means("The annotation `vspherecloud.dev/vm-seen` names an event that vCenter had when the VM"
                            + " existed. vCenter does not have this event, so it may have been restored. Only this Node is"
                            + " affected: the provider keeps it.")
                    .cause("Another program wrote the annotation. Or vCenter was restored from a backup that was made"
                            + " moments before the provider recorded the VM.")
                    .remedy("If the VM runs, register it again. If it is gone, delete the Node by hand. If vCenter was"
                            + " restored, acknowledge that with the ID in the message, as for VcenterRestored. Otherwise"
                            + " find out what wrote the annotation: the kubelet of the Node may write it.")
                    .alsoWhenInitialised()),
    RECORDED_VCENTER_UNKNOWN(reason(
                    EXISTENCE, "RecordedVcenterUnknown", "The Node records a vCenter that the provider has never seen")
            .means("The annotation `vspherecloud.dev/vcenter` names the instance UUID of a vCenter that is not"
                    + " configured and that the provider has never seen. Only this Node is affected: the provider"
                    + " keeps it.")
            .cause("Another program wrote the annotation, or the Node comes from another cluster. Or the"
                    + " provider could never read the events of that vCenter, and was restarted since.")
            .remedy("If the vCenter is yours, add it to the configuration. If the VM is gone, delete the Node by"
                    + " hand.")
            .alsoWhenInitialised()),
    KUBELET_UNREADABLE(reason(EXISTENCE, "KubeletUnreadable", "The kubelet's Lease cannot be read")
            .means("The VM is missing, and the provider could not read the Lease that the kubelet renews while"
                    + " it is alive.")
            .cause("The right to get Leases in `kube-node-lease` is missing, or the API server does not answer.")
            .remedy("Grant the right. The provider reads the Lease again within seconds, and starts the proof"
                    + " again.")
            .alsoWhenInitialised()),
    VCENTER_RESTORED(reason(EXISTENCE, "VcenterRestored", "vCenter was restored from a backup")
            .means("vCenter lacks events that the provider saw before. VMs that were created after the backup"
                    + " may still run, although vCenter does not know them. So the provider deletes no Node whose"
                    + " VM this vCenter lacks.")
            .cause("vCenter was restored from a backup or a snapshot, or a copy of it answers under its name.")
            .remedy("Register the VMs that vCenter lacks. Then acknowledge the restore with the ID in the"
                    + " message: `kubectl -n kube-system annotate lease cloud-controller-manager --overwrite"
                    + " lifecycle.vspherecloud.dev/acknowledge=<id>`. After that, the provider deletes Nodes whose"
                    + " VMs are still missing, after `disappearedAfter`.")
            .ofVcenter()),
    VCENTER_REPLACED(reason(EXISTENCE, "VcenterReplaced", "The vCenter that had the VM is not configured any more")
            .means("The VM was in a vCenter whose instance UUID none of the configured vCenters has. The"
                    + " provider saw that vCenter before.")
            .cause("vCenter was reinstalled, another vCenter answers under its name, or it was removed from"
                    + " the configuration.")
            .remedy("If the wrong server answers, correct `server`. The provider finds VMs in a new vCenter by"
                    + " itself. If the old vCenter will not come back, acknowledge that with the ID in the message:"
                    + " `kubectl -n kube-system annotate lease cloud-controller-manager --overwrite"
                    + " lifecycle.vspherecloud.dev/acknowledge=<id>`.")
            .ofCluster());

    private final ReasonRow row;

    VsphereReason(ReasonRow row) {
        this.row = row;
    }

    @Override
    public ReasonRow row() {
        return row;
    }
}
