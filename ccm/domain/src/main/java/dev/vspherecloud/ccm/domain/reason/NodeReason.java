package dev.vspherecloud.ccm.domain.reason;

import static dev.vspherecloud.domain.reason.ReasonGroup.ACCESS;
import static dev.vspherecloud.domain.reason.ReasonGroup.ADDRESS;
import static dev.vspherecloud.domain.reason.ReasonGroup.CONFLICT;
import static dev.vspherecloud.domain.reason.ReasonGroup.EXISTENCE;
import static dev.vspherecloud.domain.reason.ReasonGroup.GUEST;
import static dev.vspherecloud.domain.reason.ReasonGroup.IDENTITY;
import static dev.vspherecloud.domain.reason.ReasonGroup.TOPOLOGY;
import static dev.vspherecloud.domain.reason.ReasonRow.reason;

import dev.vspherecloud.domain.reason.ReasonRow;

/// Every reason there is: the one table behind Events, log lines and `docs/reference/reasons.md`.
///
/// The words are stable: alerts are written on them.
public enum NodeReason {
    PROVIDER_ID_MALFORMED(
            reason(IDENTITY, "ProviderIdMalformed", "The provider id names no VM")
                    .means(
                            "`spec.providerID` begins with `vsphere://` and no UUID follows, so it does not say which VM this is.")
                    .cause("Something else than this program set it, in a form of its own.")
                    .remedy(
                            "A provider id can't be changed: delete the Node and let its kubelet register again. If the"
                                    + " kubelet sets it (`--provider-id`), leave that out, or give `vsphere://<BIOS UUID of the VM>`.")),
    VM_NOT_FOUND(reason(IDENTITY, "VmNotFound", "No VM has the Node's UUID")
            .means(
                    "Every configured vCenter was asked, and none shows a VM with the UUID of the Node. If exactly one guest"
                            + " has the Node's name, the Event names its VM.")
            .cause("The account may not read the VM (what it may not read looks as if it did not exist), or the VM is"
                    + " in a vCenter that is not configured. Or the machine reports a UUID that is not its VM's.")
            .remedy("Give the account the role Read-only on the VM or a folder above it, with propagation; or add the"
                    + " vCenter. If the Event names the VM that the Node runs on, set `nodes.matchByName: true`. `cat /sys/class/dmi/id/product_uuid` on the machine shows the UUID. It is searched"
                    + " again twice a minute, less often while many are missing.")),
    VM_AMBIGUOUS(reason(IDENTITY, "VmAmbiguous", "More than one VM may be the Node's")
            .means("Several VMs have the Node's UUID, or its name if the Node reports no UUID or `nodes.matchByName` is"
                    + " true. The Event names them. Nothing tells which VM the Node runs on, so none is chosen.")
            .cause("A clone, a restored copy or a replica has the UUID of its original and is powered on beside it."
                    + " Or the VM is searched by the Node's name, and the guests of two VMs have it.")
            .remedy("Same UUID: power off or remove the copy, or give it a UUID of its own. One powered-on VM is taken"
                    + " at once. Same name: let the kubelet report the UUID of its VM, or give one of the guests"
                    + " another host name.")),
    VM_DUPLICATE(reason(IDENTITY, "VmDuplicate", "A second VM has the Node's UUID")
            .means("The Node keeps the VM it has; another one with the same UUID is there, too.")
            .cause("A clone, a restored copy or a replica appeared after the Node was finished.")
            .remedy("Remove the copy or give it a UUID of its own, before something else takes it for the Node's.")
            .alsoWhenFinished()),
    IDENTITY_CONFLICT(reason(IDENTITY, "IdentityConflict", "Provider id and system UUID name two VMs")
            .means("The provider id of the Node names one VM, the UUID that its kubelet reports another. Nothing at"
                    + " all is written to the Node meanwhile.")
            .cause("A machine was built anew under the name of one whose Node was never deleted.")
            .remedy("Delete the Node. The kubelet registers the machine that is there now.")
            .alsoWhenFinished()),
    VM_IN_OTHER_DATACENTER(reason(IDENTITY, "VmInOtherDatacenter", "The VM is in a datacenter that is left out")
            .means("The VM was found, in a datacenter that the key `datacenters` of its vCenter does not name.")
            .cause("The VM was made in, or moved to, another datacenter than the others.")
            .remedy("Add the datacenter to `datacenters`, which counts without a restart; or move the VM.")),
    VM_IS_TEMPLATE(reason(IDENTITY, "VmIsTemplate", "Only a template has the Node's UUID")
            .means("The one VM with the UUID of the Node is marked as template, and a template runs no Node.")
            .cause("The Node's VM is in a vCenter or datacenter that is not configured, and has the UUID of the"
                    + " template it was made from; or it was made a template itself.")
            .remedy("Configure where the VM is and give it a UUID of its own; or convert the template back to a VM.")),
    VM_IS_PLACEHOLDER(reason(IDENTITY, "VmIsPlaceholder", "Only a placeholder has the Node's UUID")
            .means("The one VM with the UUID of the Node stands in for a VM at another site, for a recovery product.")
            .cause("The vCenter where the VM runs is not configured; or a failover is under way.")
            .remedy("Configure the vCenter where the VM runs. After a failover the placeholder becomes the VM, and is"
                    + " taken at once.")),

    // From what may pass by itself to what takes a person: of several silent vCenters the last of these is told.
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
    VM_UNREADABLE(reason(ACCESS, "VmUnreadable", "The VM is there and can't be read")
            .means("vCenter knows a VM that may be the Node's and does not say what it is made of.")
            .cause("The account may see the VM and not read it, or vCenter calls the VM invalid.")
            .remedy("Look at the VM with the account of this program: a role on the VM itself that allows less than"
                    + " Read-only overrides the role from above. Register an invalid VM again.")),

    VM_INACCESSIBLE(reason(GUEST, "VmInaccessible", "The files of the VM can't be accessed")
            .means("vCenter says that the VM is inaccessible; what it knows of the guest may be old.")
            .cause("The host has lost the datastore on which the VM is.")
            .remedy("Bring the datastore back. The Node goes on as soon as the VM is connected again.")),
    VM_ORPHANED(reason(GUEST, "VmOrphaned", "No host has the VM any more")
            .means("vCenter remembers the VM, and the host it was on does not have it.")
            .cause("The VM was removed on the host itself, or a failover or restore went wrong.")
            .remedy("Remove the VM from the inventory and register it again from its datastore. The Node finds it by"
                    + " its UUID.")),
    VM_DISCONNECTED(reason(GUEST, "VmDisconnected", "vCenter has lost the host of the VM")
            .means("The host is disconnected or does not respond; what vCenter knows of the guest may be old.")
            .cause("The host is down, isolated or being serviced.")
            .remedy("Reconnect the host. The Node goes on as soon as the VM is connected again.")),
    VM_POWERED_OFF(reason(GUEST, "VmPoweredOff", "The VM is not powered on")
            .means("The guest reports nothing, because the VM is powered off or suspended.")
            .cause("Somebody, or a scheduler, switched it off after its kubelet had registered.")
            .remedy("Power it on. The Node goes on as soon as the guest reports its addresses.")),
    TOOLS_NOT_RUNNING(reason(GUEST, "ToolsNotRunning", "VMware Tools do not run")
            .means("The VM runs and its guest reports nothing: VMware Tools are what reports host name and addresses.")
            .cause("open-vm-tools is not installed, not started, or not yet after boot.")
            .remedy("Install and start open-vm-tools (`systemctl status open-vm-tools`). The Node goes on as soon as"
                    + " they report.")),
    GUEST_HOST_NAME_MISSING(reason(GUEST, "GuestHostNameMissing", "The guest reports no host name")
            .means("VMware Tools report no host name, and a Node is not finished without one.")
            .cause("The guest has just booted; else VMware Tools do not run in it, or the guest has no host name.")
            .remedy("Wait a minute. If it stays, look at VMware Tools and at `hostnamectl` in the guest.")),
    GUEST_NIC_MISSING(reason(GUEST, "GuestNicMissing", "The guest reports no network adapter")
            .means("VMware Tools report no network adapter of the VM, only interfaces that the guest made itself, or"
                    + " none.")
            .cause("The VM has no adapter, the adapter is disconnected, or the guest lacks its driver.")
            .remedy("Add or connect the adapter; it may be added while the VM runs.")),

    NO_USABLE_ADDRESS(reason(ADDRESS, "NoUsableAddress", "No address is left for the Node")
            .means("None of the addresses that the guest reports may be an address of a Node: the message lists each.")
            .cause("DHCP gave no lease, so that only link-local addresses are there; or the guest has no address of a"
                    + " family in `ipFamily`.")
            .remedy("Give the guest an address, or correct `ipFamily` or the subnets in section `nodes`.")
            .alsoWhenFinished()),
    NETWORK_MISSING(reason(ADDRESS, "NetworkMissing", "The VM is not on the configured network")
            .means(
                    "`internalVmNetworkName` or `externalVmNetworkName` names a network that no adapter of the VM is on.")
            .cause("The name is misspelt, the port group was renamed, or this VM was connected to another one.")
            .remedy("Correct the name, or connect the adapter. The message lists the networks the VM is on.")
            .alsoWhenFinished()),
    ADDRESSES_EXCLUDED(reason(ADDRESS, "AddressesExcluded", "All addresses are excluded by the configuration")
            .means("Addresses are there, and each is in a subnet that section `nodes` excludes.")
            .cause("An excluded subnet is wider than was meant.")
            .remedy("Correct `excludeInternalNetworkSubnetCidr` or `excludeExternalNetworkSubnetCidr`.")
            .alsoWhenFinished()),
    FAMILY_MISSING(reason(ADDRESS, "FamilyMissing", "An IP family has no address")
            .means("`ipFamily` asks for several families, and the VM has no usable address of one of them. The Node has"
                    + " the addresses of the others; its taint waits.")
            .cause("The second family comes later than the first (DHCPv6, router advertisements) or is not set up.")
            .remedy("Give the guest the address; or take the family out of `ipFamily`; or set `ipFamilyPolicy: prefer`,"
                    + " with which a Node does not wait for it.")
            .alsoWhenFinished()),
    NODE_IP_MALFORMED(reason(ADDRESS, "NodeIpMalformed", "The kubelet's node IP can't be read")
            .means("The annotation `alpha.kubernetes.io/provided-node-ip` is neither an IP address nor one of each"
                    + " family.")
            .cause("The kubelet's flag `--node-ip` has a blank, a prefix length, or two addresses of one family.")
            .remedy("Correct `--node-ip` and restart the kubelet.")
            .alsoWhenFinished()),
    NODE_IP_UNMATCHED(reason(ADDRESS, "NodeIpUnmatched", "The VM does not have the kubelet's node IP")
            .means("The kubelet was told (`--node-ip`) to use an address that is not among those found for the VM.")
            .cause("The flag was copied from another machine, or the rules in section `nodes` leave that address out.")
            .remedy("Correct `--node-ip` or the rules. The message lists the addresses that were found.")
            .alsoWhenFinished()),
    STATIC_ADDRESSES_UNREADABLE(reason(ADDRESS, "StaticAddressesUnreadable", "The static addresses can't be read")
            .means("The VM has cloud-init metadata (`guestinfo.metadata`), and its addresses can't be made out.")
            .cause("The text is not what `guestinfo.metadata.encoding` says, or not YAML, or an address is malformed.")
            .remedy("Correct the metadata: `govc vm.info -e <VM>` shows it. The change is seen at once.")
            .alsoWhenFinished()),
    ADDRESSES_UNREPORTED(reason(ADDRESS, "AddressesUnreported", "The guest has stopped reporting addresses")
            .means("The Node keeps its addresses, but the guest has not reported them for minutes.")
            .cause("VMware Tools were stopped or have crashed, or the VM was reverted to a snapshot.")
            .remedy("Restart open-vm-tools in the guest. As long as they are silent, no change of an address is seen.")
            .alsoWhenFinished()),

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

    TOPOLOGY_DRIFT(reason(CONFLICT, "TopologyDrift", "Zone or region of the VM are not the Node's")
            .means("The Node has the labels it was given first, and the tags above its VM say otherwise now.")
            .cause("The VM was migrated, or something was tagged anew.")
            .remedy("Volumes and Pods rely on the labels, so they stay. Drain and delete the Node to have it registered"
                    + " anew, or set `labels.relabel: true`.")
            .alsoWhenFinished()),
    INSTANCE_TYPE_DRIFT(reason(CONFLICT, "InstanceTypeDrift", "The VM was changed since the Node was finished")
            .means("CPUs, memory or guest system of the VM are not what the instance type of the Node says.")
            .cause("The VM was resized or its guest system upgraded.")
            .remedy("Nothing has to be done. `labels.relabel: true` lets the label follow.")
            .alsoWhenFinished()),
    LABEL_INVALID(reason(CONFLICT, "LabelInvalid", "A name can't be made a label")
            .means("A label that names a place of the VM was asked for, and the name has nothing a label may have.")
            .cause("The name of the host, cluster, datacenter, pool or folder consists of other characters only.")
            .remedy(
                    "Rename the place, or take the key out of section `labels`. The Node is finished without the label.")
            .alsoWhenFinished()),
    WRITE_REFUSED(reason(CONFLICT, "WriteRefused", "The API server refuses the change")
            .means("What the Node should get was sent, and will never be accepted as it is; the message is the API"
                    + " server's.")
            .cause("The right to patch `nodes` or `nodes/status` is missing, or an admission webhook refuses.")
            .remedy("Grant the right, or look at the webhook. It is tried again every ten seconds.")
            .alsoWhenFinished()),

    ABSENCE_UNPROVEN(reason(EXISTENCE, "AbsenceUnproven", "The VM is missing, and that is not proven yet")
            .means(
                    "No vCenter shows the VM of a Node that is not ready. It is looked for again before anything is done.")
            .cause("The VM was destroyed a moment ago; or it was unregistered, moved away, or its host was removed.")
            .remedy("Nothing has to be done. A Node whose VM was destroyed goes within a minute; one whose VM merely"
                    + " disappeared after `disappearedAfter`. If the VM is to stay, register it again: the Node finds"
                    + " it by its UUID.")
            .alsoWhenFinished()),
    VM_NEVER_SEEN(reason(EXISTENCE, "VmNeverSeen", "The VM was never seen, so nothing proves that it is gone")
            .means("The Node has a provider id of ours and no record of its VM (annotations `vspherecloud.dev/...`):"
                    + " since it is ours no vCenter has shown the VM.")
            .cause("The VM was gone before this program came, or the account may not read it.")
            .remedy("If the VM is gone, delete the Node by hand. If it is not, let the account see it; what to do is"
                    + " under VmNotFound.")
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
    DELETION_OFF(reason(EXISTENCE, "DeletionOff", "The VM is gone, and Nodes are not deleted")
            .means("It is proven that the VM is gone; the Node would be deleted.")
            .cause("`--node-deletion=false`, or the environment has `SKIP_NODE_DELETION`.")
            .remedy("Delete the Node by hand; or take flag or variable away and restart.")
            .alsoWhenFinished()),
    DELETION_PAUSED(reason(EXISTENCE, "DeletionPaused", "The VM is gone, and its vCenter is paused")
            .means("It is proven that the VM is gone; the Node would be deleted.")
            .cause("`nodeDeletionPaused` is set for the vCenter, or for all of them in `global`.")
            .remedy("Unset it when the maintenance is over; that counts without a restart.")
            .alsoWhenFinished()),
    NODE_KEPT(reason(EXISTENCE, "NodeKept", "The VM is gone, and the Node is to be kept")
            .means("It is proven that the VM is gone; the Node would be deleted.")
            .cause("The Node has the annotation `vspherecloud.dev/keep`.")
            .remedy("`kubectl annotate node <node> vspherecloud.dev/keep-`, or delete the Node by hand.")
            .alsoWhenFinished()),
    DELETING_NODE_FAILED(reason(EXISTENCE, "DeletingNodeFailed", "The Node could not be deleted")
            .means(
                    "It is proven that the VM is gone, and the API server did not delete the Node; the message is its own.")
            .cause("The right to delete `nodes` is missing, an admission webhook refuses, or there was no answer.")
            .remedy("Grant the right, or look at the webhook. It is tried again with a new proof.")
            .alsoWhenFinished()),
    MASS_DISAPPEARANCE(reason(EXISTENCE, "MassDisappearance", "Many VMs disappeared at once")
            .means("More VMs than usual are missing without having been destroyed. No Node whose VM disappeared is"
                    + " deleted until that is over or somebody has looked.")
            .cause("The account lost its rights on a folder; a host or datastore was taken out of the inventory;"
                    + " vCenter was restored; or somebody unregistered many VMs.")
            .remedy("Look for the VMs. If they are gone for good, acknowledge the incident by its id:"
                    + " `kubectl -n kube-system annotate lease cloud-controller-manager --overwrite"
                    + " lifecycle.vspherecloud.dev/acknowledge=<id>`. Many more later are another incident. It is over"
                    + " by itself when the VMs are back.")
            .ofCluster()),
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

    NodeReason(ReasonRow row) {
        this.row = row;
    }

    public ReasonRow row() {
        return row;
    }
}
