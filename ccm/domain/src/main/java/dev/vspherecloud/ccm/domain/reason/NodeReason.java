package dev.vspherecloud.ccm.domain.reason;

import static dev.vspherecloud.domain.reason.ReasonGroup.ACCESS;
import static dev.vspherecloud.domain.reason.ReasonGroup.CONFLICT;
import static dev.vspherecloud.domain.reason.ReasonGroup.EXISTENCE;
import static dev.vspherecloud.domain.reason.ReasonGroup.IDENTITY;
import static dev.vspherecloud.domain.reason.ReasonRow.reason;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.ReasonGroup;
import dev.vspherecloud.domain.reason.ReasonRow;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.util.List;

/// The reasons of the cloud controller manager, which its own rules find. Together with the [VsphereReason]s they
/// form its one table, [#table], which Events, log lines, metrics and `docs/reference/reasons.md` use.
///
/// The names of reasons are stable, because alerts use them.
public enum NodeReason implements ReasonCode {
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

    VM_UNREADABLE(reason(ACCESS, "VmUnreadable", "The VM is there and can't be read")
            .means("vCenter knows a VM that may be the Node's and does not say what it is made of.")
            .cause("The account may see the VM and not read it, or vCenter calls the VM invalid.")
            .remedy("Look at the VM with the account of this program: a role on the VM itself that allows less than"
                    + " Read-only overrides the role from above. Register an invalid VM again.")),

    VM_INACCESSIBLE(reason(Group.GUEST, "VmInaccessible", "The files of the VM can't be accessed")
            .means("vCenter says that the VM is inaccessible; what it knows of the guest may be old.")
            .cause("The host has lost the datastore on which the VM is.")
            .remedy("Bring the datastore back. The Node goes on as soon as the VM is connected again.")),
    VM_ORPHANED(reason(Group.GUEST, "VmOrphaned", "No host has the VM any more")
            .means("vCenter remembers the VM, and the host it was on does not have it.")
            .cause("The VM was removed on the host itself, or a failover or restore went wrong.")
            .remedy("Remove the VM from the inventory and register it again from its datastore. The Node finds it by"
                    + " its UUID.")),
    VM_DISCONNECTED(reason(Group.GUEST, "VmDisconnected", "vCenter has lost the host of the VM")
            .means("The host is disconnected or does not respond; what vCenter knows of the guest may be old.")
            .cause("The host is down, isolated or being serviced.")
            .remedy("Reconnect the host. The Node goes on as soon as the VM is connected again.")),
    VM_POWERED_OFF(reason(Group.GUEST, "VmPoweredOff", "The VM is not powered on")
            .means("The guest reports nothing, because the VM is powered off or suspended.")
            .cause("Somebody, or a scheduler, switched it off after its kubelet had registered.")
            .remedy("Power it on. The Node goes on as soon as the guest reports its addresses.")),
    TOOLS_NOT_RUNNING(reason(Group.GUEST, "ToolsNotRunning", "VMware Tools do not run")
            .means("The VM runs and its guest reports nothing: VMware Tools are what reports host name and addresses.")
            .cause("open-vm-tools is not installed, not started, or not yet after boot.")
            .remedy("Install and start open-vm-tools (`systemctl status open-vm-tools`). The Node goes on as soon as"
                    + " they report.")),
    GUEST_HOST_NAME_MISSING(reason(Group.GUEST, "GuestHostNameMissing", "The guest reports no host name")
            .means("VMware Tools report no host name, and a Node is not finished without one.")
            .cause("The guest has just booted; else VMware Tools do not run in it, or the guest has no host name.")
            .remedy("Wait a minute. If it stays, look at VMware Tools and at `hostnamectl` in the guest.")),
    GUEST_NIC_MISSING(reason(Group.GUEST, "GuestNicMissing", "The guest reports no network adapter")
            .means("VMware Tools report no network adapter of the VM, only interfaces that the guest made itself, or"
                    + " none.")
            .cause("The VM has no adapter, the adapter is disconnected, or the guest lacks its driver.")
            .remedy("Add or connect the adapter; it may be added while the VM runs.")),

    NO_USABLE_ADDRESS(reason(Group.ADDRESS, "NoUsableAddress", "No address is left for the Node")
            .means("None of the addresses that the guest reports may be an address of a Node: the message lists each.")
            .cause("DHCP gave no lease, so that only link-local addresses are there; or the guest has no address of a"
                    + " family in `ipFamily`.")
            .remedy("Give the guest an address, or correct `ipFamily` or the subnets in section `nodes`.")
            .alsoWhenFinished()),
    NETWORK_MISSING(reason(Group.ADDRESS, "NetworkMissing", "The VM is not on the configured network")
            .means(
                    "`internalVmNetworkName` or `externalVmNetworkName` names a network that no adapter of the VM is on.")
            .cause("The name is misspelt, the port group was renamed, or this VM was connected to another one.")
            .remedy("Correct the name, or connect the adapter. The message lists the networks the VM is on.")
            .alsoWhenFinished()),
    ADDRESSES_EXCLUDED(reason(Group.ADDRESS, "AddressesExcluded", "All addresses are excluded by the configuration")
            .means("Addresses are there, and each is in a subnet that section `nodes` excludes.")
            .cause("An excluded subnet is wider than was meant.")
            .remedy("Correct `excludeInternalNetworkSubnetCidr` or `excludeExternalNetworkSubnetCidr`.")
            .alsoWhenFinished()),
    FAMILY_MISSING(reason(Group.ADDRESS, "FamilyMissing", "An IP family has no address")
            .means("`ipFamily` asks for several families, and the VM has no usable address of one of them. The Node has"
                    + " the addresses of the others; its taint waits.")
            .cause("The second family comes later than the first (DHCPv6, router advertisements) or is not set up.")
            .remedy("Give the guest the address; or take the family out of `ipFamily`; or set `ipFamilyPolicy: prefer`,"
                    + " with which a Node does not wait for it.")
            .alsoWhenFinished()),
    NODE_IP_MALFORMED(reason(Group.ADDRESS, "NodeIpMalformed", "The kubelet's node IP can't be read")
            .means("The annotation `alpha.kubernetes.io/provided-node-ip` is neither an IP address nor one of each"
                    + " family.")
            .cause("The kubelet's flag `--node-ip` has a blank, a prefix length, or two addresses of one family.")
            .remedy("Correct `--node-ip` and restart the kubelet.")
            .alsoWhenFinished()),
    NODE_IP_UNMATCHED(reason(Group.ADDRESS, "NodeIpUnmatched", "The VM does not have the kubelet's node IP")
            .means("The kubelet was told (`--node-ip`) to use an address that is not among those found for the VM.")
            .cause("The flag was copied from another machine, or the rules in section `nodes` leave that address out.")
            .remedy("Correct `--node-ip` or the rules. The message lists the addresses that were found.")
            .alsoWhenFinished()),
    STATIC_ADDRESSES_UNREADABLE(reason(Group.ADDRESS, "StaticAddressesUnreadable", "The static addresses can't be read")
            .means("The VM has cloud-init metadata (`guestinfo.metadata`), and its addresses can't be made out.")
            .cause("The text is not what `guestinfo.metadata.encoding` says, or not YAML, or an address is malformed.")
            .remedy("Correct the metadata: `govc vm.info -e <VM>` shows it. The change is seen at once.")
            .alsoWhenFinished()),
    ADDRESSES_UNREPORTED(reason(Group.ADDRESS, "AddressesUnreported", "The guest has stopped reporting addresses")
            .means("The Node keeps its addresses, but the guest has not reported them for minutes.")
            .cause("VMware Tools were stopped or have crashed, or the VM was reverted to a snapshot.")
            .remedy("Restart open-vm-tools in the guest. As long as they are silent, no change of an address is seen.")
            .alsoWhenFinished()),

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
    WRITE_REFUSED(reason(CONFLICT, "WriteRefused", "The API server refuses the change")
            .means("What the Node should get was sent, and will never be accepted as it is; the message is the API"
                    + " server's.")
            .cause("The right to patch `nodes` or `nodes/status` is missing, or an admission webhook refuses.")
            .remedy("Grant the right, or look at the webhook. It is tried again every ten seconds.")
            .alsoWhenFinished()),

    VM_NEVER_SEEN(reason(EXISTENCE, "VmNeverSeen", "The VM was never seen, so nothing proves that it is gone")
            .means("The Node has a provider id of ours and no record of its VM (annotations `vspherecloud.dev/...`):"
                    + " since it is ours no vCenter has shown the VM.")
            .cause("The VM was gone before this program came, or the account may not read it.")
            .remedy("If the VM is gone, delete the Node by hand. If it is not, let the account see it; what to do is"
                    + " under VmNotFound.")
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
            .ofCluster());

    private final ReasonRow row;

    NodeReason(ReasonRow row) {
        this.row = row;
    }

    @Override
    public ReasonRow row() {
        return row;
    }

    /// Returns every reason of the program, in the order of the reference page, where the groups follow one
    /// another. The order has no other meaning.
    public static List<ReasonCode> table() {
        return List.of(
                VsphereReason.PROVIDER_ID_MALFORMED,
                VM_NOT_FOUND,
                VM_AMBIGUOUS,
                VsphereReason.VM_DUPLICATE,
                IDENTITY_CONFLICT,
                VM_IN_OTHER_DATACENTER,
                VM_IS_TEMPLATE,
                VM_IS_PLACEHOLDER,
                VsphereReason.VCENTER_SILENT,
                VsphereReason.VCENTER_UNREACHABLE,
                VsphereReason.VCENTER_UNTRUSTED,
                VsphereReason.PERMISSION_MISSING,
                VsphereReason.LOGIN_REFUSED,
                VsphereReason.LOGIN_UNRECORDED,
                VsphereReason.CREDENTIALS_MISSING,
                VM_UNREADABLE,
                VM_INACCESSIBLE,
                VM_ORPHANED,
                VM_DISCONNECTED,
                VM_POWERED_OFF,
                TOOLS_NOT_RUNNING,
                GUEST_HOST_NAME_MISSING,
                GUEST_NIC_MISSING,
                NO_USABLE_ADDRESS,
                NETWORK_MISSING,
                ADDRESSES_EXCLUDED,
                FAMILY_MISSING,
                NODE_IP_MALFORMED,
                NODE_IP_UNMATCHED,
                STATIC_ADDRESSES_UNREADABLE,
                ADDRESSES_UNREPORTED,
                VsphereReason.TAGS_UNREAD,
                VsphereReason.CATEGORY_MISSING,
                VsphereReason.PLACE_UNREADABLE,
                VsphereReason.ZONE_MISSING,
                VsphereReason.TAG_AMBIGUOUS,
                VsphereReason.ZONE_INVALID,
                TOPOLOGY_DRIFT,
                INSTANCE_TYPE_DRIFT,
                VsphereReason.LABEL_INVALID,
                WRITE_REFUSED,
                VsphereReason.ABSENCE_UNPROVEN,
                VM_NEVER_SEEN,
                VsphereReason.VM_HOME_UNREADABLE,
                VsphereReason.EVENTS_UNREADABLE,
                VsphereReason.RECORDED_EVENT_MISSING,
                VsphereReason.RECORDED_VCENTER_UNKNOWN,
                VsphereReason.KUBELET_UNREADABLE,
                DELETION_OFF,
                DELETION_PAUSED,
                NODE_KEPT,
                DELETING_NODE_FAILED,
                MASS_DISAPPEARANCE,
                VsphereReason.VCENTER_RESTORED,
                VsphereReason.VCENTER_REPLACED);
    }

    /// The groups that only reasons of Nodes use.
    private static final class Group {
        static final ReasonGroup GUEST = new ReasonGroup("The VM and its guest");
        static final ReasonGroup ADDRESS = new ReasonGroup("Addresses");
    }
}
