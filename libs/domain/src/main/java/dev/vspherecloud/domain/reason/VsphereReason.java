package dev.vspherecloud.domain.reason;

import static dev.vspherecloud.domain.reason.ReasonGroup.ACCESS;
import static dev.vspherecloud.domain.reason.ReasonGroup.CONFLICT;
import static dev.vspherecloud.domain.reason.ReasonGroup.EXISTENCE;
import static dev.vspherecloud.domain.reason.ReasonGroup.IDENTITY;
import static dev.vspherecloud.domain.reason.ReasonGroup.TOPOLOGY;
import static dev.vspherecloud.domain.reason.ReasonRow.reason;

/// The reasons that the libraries find: why vCenter does not answer, and the results of the rules of identity,
/// topology and existence. A program includes those that can occur in it in its table, beside its own.
///
/// The names of reasons are stable, because alerts use them.
public enum VsphereReason implements ReasonCode {
    PROVIDER_ID_MALFORMED(
            reason(IDENTITY, "ProviderIdMalformed", "The provider id names no VM")
                    .means(
                            "`spec.providerID` begins with `vsphere://` and no UUID follows, so it does not say which VM this is.")
                    .cause("Something else than this program set it, in a form of its own.")
                    .remedy(
                            "A provider id can't be changed: delete the Node and let its kubelet register again. If the"
                                    + " kubelet sets it (`--provider-id`), leave that out, or give `vsphere://<BIOS UUID of the VM>`.")),
    VM_DUPLICATE(reason(IDENTITY, "VmDuplicate", "A second VM has the Node's UUID")
            .means("The Node keeps the VM it has; another one with the same UUID is there, too.")
            .cause("A clone, a restored copy or a replica appeared after the Node was finished.")
            .remedy("Remove the copy or give it a UUID of its own, before something else takes it for the Node's.")
            .alsoWhenFinished()),

    // These are ordered from reasons that may pass by themselves to reasons that need a person. If several
    // vCenters are silent, the last in this order is reported (VmLookup.Unknown).
    VCENTER_SILENT(reason(ACCESS, "VcenterSilent", "vCenter does not answer")
            .means("The vCenter was reached, and gave no answer in time or none that can be used.")
            .cause("It is starting, stopping, updated or overloaded.")
            .remedy("Look at the health of vCenter (`https://<vCenter>:5480`). Nothing has to be restarted here: it is"
                    + " asked again every few seconds.")
            .ofVcenter()),
    VCENTER_UNREACHABLE(reason(ACCESS, "VcenterUnreachable", "vCenter can't be reached")
            .means("No connection to the vCenter comes about, or it breaks.")
            .cause("vCenter is down, its address or port is wrong, or a firewall or proxy stands between.")
            .remedy("Try `curl -k https://<vCenter>/sdk/vimServiceVersions.xml` where this program runs. It is tried"
                    + " again every few seconds.")
            .ofVcenter()),
    VCENTER_UNTRUSTED(reason(ACCESS, "VcenterUntrusted", "vCenter's certificate is not accepted")
            .means("The server did not prove that it is the vCenter that is meant, so user and password were not sent.")
            .cause("The authority is not the one in `caFile`, the certificate is expired or for another name, or was"
                    + " replaced while `thumbprint` names the old one.")
            .remedy(
                    "The message says what is wrong and shows the thumbprint: compare it, then correct `caFile`,"
                            + " `thumbprint` or `server`, or the certificate. A changed configuration counts without a restart.")
            .ofVcenter()),
    PERMISSION_MISSING(reason(ACCESS, "PermissionMissing", "The account lacks a right")
            .means("vCenter accepted the login and refused what every answer depends on.")
            .cause("The account has no role on the root of the inventory, or one without System.View and System.Read.")
            .remedy(
                    "Give the account the role Read-only on the vCenter itself. It is tried again within half a minute.")
            .ofVcenter()),
    LOGIN_REFUSED(reason(ACCESS, "LoginRefused", "vCenter does not accept user and password")
            .means("vCenter refused the login, and it is not tried again for a while, so that no account is locked.")
            .cause(
                    "The password was changed or has expired, the account is locked, or vCenter can't ask its directory.")
            .remedy("Correct the Secret or file: changed credentials are tried at once. To have the same ones tried"
                    + " at once, delete the Lease that the message names.")
            .ofVcenter()),
    LOGIN_UNRECORDED(reason(ACCESS, "LoginUnrecorded", "No login is tried, since it can't be recorded")
            .means(
                    "Each login is recorded in a Lease before it is tried, so that no account is ever locked; that failed.")
            .cause("The right to get, create and update Leases in the namespace of the leader's Lease is missing.")
            .remedy("Grant it. Logins go on within five seconds.")
            .ofVcenter()),
    CREDENTIALS_MISSING(reason(ACCESS, "CredentialsMissing", "There is no user or no password")
            .means("Nothing is there to log in with.")
            .cause("The Secret does not exist, has no entry for this vCenter, or may not be read.")
            .remedy("The message says where they were looked for: create them there, with keys"
                    + " `<server>.username` and `<server>.password`. They are taken at once.")
            .ofVcenter()),

    TAGS_UNREAD(reason(TOPOLOGY, "TagsUnread", "Tags can't be read")
            .means("Zone and region come from tags, and vCenter's REST interface does not give them.")
            .cause("vCenter's API endpoint or tagging service is down, or a proxy lets `/sdk` through and not `/rest`.")
            .remedy("Look at vCenter's services (`https://<vCenter>:5480`). No label is changed until tags can be read"
                    + " again.")
            .ofVcenter()),
    CATEGORY_MISSING(reason(TOPOLOGY, "CategoryMissing", "The tag category is not there")
            .means("No category has the name that section `labels` gives, or the account may not see it.")
            .cause("The name is misspelt, the category was renamed, or the account lacks the right to read tags.")
            .remedy("Correct `labels.zone` or `labels.region`, or the category; give the account Read-only on the"
                    + " vCenter itself, where tags belong.")
            .ofVcenter()),
    PLACE_UNREADABLE(reason(TOPOLOGY, "PlaceUnreadable", "An object above the VM can't be read")
            .means("A host, cluster, pool, folder or datacenter above the VM is hidden, and it may be the one with the"
                    + " tag.")
            .cause("The account has its role on VMs only, or without propagation.")
            .remedy("Give the account Read-only on the datacenter or the vCenter, with propagation.")),
    ZONE_MISSING(reason(TOPOLOGY, "ZoneMissing", "No tag says the zone or region")
            .means("Everything above the VM was read, and there is no tag of a configured category.")
            .cause("A new host, cluster or datacenter has not been tagged.")
            .remedy("Attach the tags; they are seen within ten seconds while a Node waits for them. Or set"
                    + " `labels.required: false` with `labels.mode: nearest`.")),
    TAG_AMBIGUOUS(reason(TOPOLOGY, "TagAmbiguous", "Two tags of one category on one object")
            .means("An object above the VM has two tags of the category, so it says nothing about the zone or region.")
            .cause("The category allows many tags per object, and an old one was not detached.")
            .remedy("Detach one of them, and make the category one that allows one tag per object.")),
    ZONE_INVALID(reason(TOPOLOGY, "ZoneInvalid", "The name of the tag can't be a label")
            .means("A label has at most 63 letters, digits, `-`, `_` and `.`, and begins and ends with a letter or"
                    + " digit.")
            .cause("The name of the tag has a blank or an umlaut, or is a whole sentence.")
            .remedy("Rename the tag, or attach another one.")),

    LABEL_INVALID(reason(CONFLICT, "LabelInvalid", "A name can't be made a label")
            .means("A label that names a place of the VM was asked for, and the name has nothing a label may have.")
            .cause("The name of the host, cluster, datacenter, pool or folder consists of other characters only.")
            .remedy(
                    "Rename the place, or take the key out of section `labels`. The Node is finished without the label.")
            .alsoWhenFinished()),

    ABSENCE_UNPROVEN(reason(EXISTENCE, "AbsenceUnproven", "The VM is missing, and that is not proven yet")
            .means(
                    "No vCenter shows the VM of a Node that is not ready. It is looked for again before anything is done.")
            .cause("The VM was destroyed a moment ago; or it was unregistered, moved away, or its host was removed.")
            .remedy("Nothing has to be done. A Node whose VM was destroyed goes within a minute; one whose VM merely"
                    + " disappeared after `disappearedAfter`. If the VM is to stay, register it again: the Node finds"
                    + " it by its UUID.")
            .alsoWhenFinished()),
    VM_HOME_UNREADABLE(reason(EXISTENCE, "VmHomeUnreadable", "What held the VM can't be read")
            .means(
                    "The VM is not to be seen, and neither is the folder or the pool it was in: it may merely be hidden.")
            .cause("The account lost its role on the folder or the pool; or they were deleted with the VM. Or the"
                    + " Node was recorded when the account could not read them.")
            .remedy("Give the account the role Read-only on both, with propagation. If they were deleted and the VM"
                    + " with them, or the message says that they were never recorded, and the VM is gone, delete the"
                    + " Node by hand.")
            .alsoWhenFinished()),
    EVENTS_UNREADABLE(reason(EXISTENCE, "EventsUnreadable", "The events of vCenter can't be read")
            .means("Without its events nobody can tell a vCenter that was restored from a backup, and may lack VMs"
                    + " that live, from one that was not.")
            .cause("The account has no role on the root of the inventory, or had none as long as the VM was there.")
            .remedy("Give the account the role Read-only on the vCenter itself. A Node whose VM was gone before that"
                    + " has to be deleted by hand.")
            .alsoWhenFinished()),
    RECORDED_EVENT_MISSING(reason(
                    EXISTENCE, "RecordedEventMissing", "vCenter does not have the event that the Node's record names")
            .means("The annotation `vspherecloud.dev/vm-seen` names an event that vCenter had when the VM was there."
                    + " vCenter does not have it, so this may be another history. Only this Node is concerned: it is"
                    + " kept.")
            .cause("Something else than this program wrote the annotation; or vCenter was restored from a backup that"
                    + " was made moments before the VM was recorded.")
            .remedy("Register the VM again if it runs; delete the Node by hand if it is gone. If vCenter was restored,"
                    + " acknowledge that by the id in the message, as for VcenterRestored. Else find out who wrote the"
                    + " annotation: the kubelet of the Node may.")
            .alsoWhenFinished()),
    RECORDED_VCENTER_UNKNOWN(reason(
                    EXISTENCE, "RecordedVcenterUnknown", "The Node's record names a vCenter that was never seen")
            .means("The annotation `vspherecloud.dev/vcenter` names the instance UUID of a vCenter that is not"
                    + " configured and that this program never saw. Only this Node is concerned: it is kept.")
            .cause("Something else than this program wrote the annotation; or the Node comes from another cluster; or"
                    + " the events of that vCenter could never be read, and the program was restarted since.")
            .remedy("If the vCenter is one of yours, add it to the configuration. If the VM is gone, delete the Node by"
                    + " hand.")
            .alsoWhenFinished()),
    KUBELET_UNREADABLE(reason(EXISTENCE, "KubeletUnreadable", "Whether the kubelet lives can't be read")
            .means("The VM is missing, and the Lease by which its kubelet shows that it lives could not be read.")
            .cause("The right to get Leases in `kube-node-lease` is missing, or the API server does not answer.")
            .remedy("Grant the right. The Lease is read again within seconds, and the proof begins anew.")
            .alsoWhenFinished()),
    VCENTER_RESTORED(reason(EXISTENCE, "VcenterRestored", "vCenter was restored from a backup")
            .means(
                    "The vCenter lacks events that this program saw before. VMs that came after the backup may live though it"
                            + " does not know them, so no Node whose VM it lacks is deleted.")
            .cause("vCenter was restored from a backup or a snapshot; or a copy of it answers under its name.")
            .remedy("Register the VMs that it lacks. Then acknowledge by the id in the message:"
                    + " `kubectl -n kube-system annotate lease cloud-controller-manager --overwrite"
                    + " lifecycle.vspherecloud.dev/acknowledge=<id>`. Nodes whose VMs are missing even then go after"
                    + " `disappearedAfter`.")
            .ofVcenter()),
    VCENTER_REPLACED(reason(EXISTENCE, "VcenterReplaced", "The vCenter that had the VM is not there any more")
            .means(
                    "The VM was in a vCenter with another instance UUID than those that are configured have. This program"
                            + " saw that vCenter before.")
            .cause("The vCenter was installed anew, another one answers under its name, or it was taken out of the"
                    + " configuration.")
            .remedy("If the wrong server answers, correct `server`. VMs that a new vCenter has are found by"
                    + " themselves. If the old one will not come back,"
                    + " acknowledge by the id in the message: `kubectl -n kube-system annotate lease"
                    + " cloud-controller-manager --overwrite lifecycle.vspherecloud.dev/acknowledge=<id>`.")
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
