package dev.vspherecloud.ccm.domain.reason;

import static dev.vspherecloud.domain.reason.ReasonGroup.ACCESS;
import static dev.vspherecloud.domain.reason.ReasonGroup.CONFLICT;
import static dev.vspherecloud.domain.reason.ReasonGroup.EXISTENCE;
import static dev.vspherecloud.domain.reason.ReasonGroup.IDENTITY;
import static dev.vspherecloud.domain.reason.ReasonGroup.TOPOLOGY;
import static dev.vspherecloud.domain.reason.ReasonRow.reason;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.ReasonGroup;
import dev.vspherecloud.domain.reason.ReasonRow;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.util.List;

/// The reasons that the cloud controller manager itself can find. Together with the [VsphereReason]s they form one
/// [#table], from which Events, log lines, metrics and `docs/reference/reasons.md` take their texts.
///
/// The codes of reasons are stable, because alerts use them.
public enum NodeReason implements ReasonCode {
    VM_NOT_FOUND(reason(IDENTITY, "VmNotFound", "No VM has the Node's UUID")
            .means("The provider asked every configured vCenter, and none shows a VM with the UUID of the Node."
                    + " If exactly one guest has the Node's name, the Event names its VM.")
            .cause("The account may not read the VM: vCenter hides what an account may not read. Or the VM is in"
                    + " a vCenter that is not configured. Or the machine reports a UUID that is not its VM's.")
            .remedy("Give the account the role Read-only on the VM or a folder above it, with propagation; or add"
                    + " the vCenter. If the Event names the Node's VM, set `nodes.matchByName: true`."
                    + " `cat /sys/class/dmi/id/product_uuid` on the machine shows the UUID. The provider searches"
                    + " again twice a minute, less often while many VMs are missing.")
            .alsoWhenInitialised()),
    VM_AMBIGUOUS(reason(IDENTITY, "VmAmbiguous", "More than one VM may be the Node's")
            .means("Several VMs have the Node's UUID, or its name if the Node reports no UUID or"
                    + " `nodes.matchByName` is true. The Event names them. The provider cannot tell which VM the"
                    + " Node runs on, so it chooses none.")
            .cause("A clone, a restored copy or a replica has the UUID of its original, and both are powered on."
                    + " Or the provider searches by the Node's name, and the guests of two VMs have it.")
            .remedy("Same UUID: power off or remove the copy, or give it a UUID of its own. If only one of the"
                    + " VMs is powered on, the provider chooses it at once. Same name: let the kubelet report the"
                    + " UUID of its VM, or give one of the guests another host name.")
            .alsoWhenInitialised()),
    IDENTITY_CONFLICT(reason(IDENTITY, "IdentityConflict", "Provider ID and system UUID name two VMs")
            .means("The provider ID of the Node names one VM, but its kubelet reports the UUID of another. The"
                    + " provider writes nothing to the Node.")
            .cause("A machine was rebuilt under the name of a Node that was never deleted.")
            .remedy("Delete the Node. The kubelet on the present machine registers it again.")
            .alsoWhenInitialised()),
    VM_IN_OTHER_DATACENTER(reason(IDENTITY, "VmInOtherDatacenter", "The VM is in a datacenter that is not configured")
            .means("The provider found the VM in a datacenter that the key `datacenters` of its vCenter does not"
                    + " name. An initialised Node keeps what it has, but gets neither new addresses nor the"
                    + " shutdown taint.")
            .cause("The VM was created in another datacenter or moved there, or the datacenter was removed from"
                    + " `datacenters`.")
            .remedy("Add the datacenter to `datacenters`, which takes effect without a restart; or move the VM.")
            .alsoWhenInitialised()),
    VM_IS_TEMPLATE(reason(IDENTITY, "VmIsTemplate", "Only a template has the Node's UUID")
            .means("The only VM with the UUID of the Node is a template, and no Node can run on a template.")
            .cause("The Node's VM is in a vCenter or datacenter that is not configured, and has the UUID of the"
                    + " template that it was made from. Or the Node's VM was converted to a template.")
            .remedy("Add the vCenter or datacenter of the VM to the configuration, and give the VM a UUID of its"
                    + " own. Or convert the template back to a VM.")
            .alsoWhenInitialised()),
    VM_IS_PLACEHOLDER(reason(IDENTITY, "VmIsPlaceholder", "Only a placeholder has the Node's UUID")
            .means("The only VM with the UUID of the Node is a placeholder. A replication product, for example"
                    + " Site Recovery Manager, keeps it for a VM that runs at another site.")
            .cause("The vCenter where the VM runs is not configured, or a failover is in progress.")
            .remedy("Add the vCenter where the VM runs to the configuration. After a failover the placeholder"
                    + " becomes the VM, and the provider uses it at once.")
            .alsoWhenInitialised()),

    VM_UNREADABLE(reason(ACCESS, "VmUnreadable", "The VM exists, but cannot be read")
            .means("vCenter has a VM that may be the Node's, but does not return its configuration.")
            .cause("The account may see the VM but not read it, vCenter reports the VM as invalid, or the"
                    + " properties of the VM are too large for a response.")
            .remedy("Look at the VM with the provider's vCenter account: a role on the VM itself that allows less"
                    + " than Read-only overrides the role from above. If the VM is invalid, register it again. If"
                    + " the log says that its properties are too large, remove large values of its guest.")
            .alsoWhenInitialised()),

    VM_INACCESSIBLE(reason(Group.GUEST, "VmInaccessible", "The files of the VM cannot be accessed")
            .means("vCenter reports the VM as inaccessible. What vCenter shows of the guest may be old.")
            .cause("The host has lost the datastore of the VM.")
            .remedy("Make the datastore available again. The provider continues as soon as the VM is connected"
                    + " again.")
            .alsoWhenInitialised()),
    VM_ORPHANED(reason(Group.GUEST, "VmOrphaned", "No host has the VM any more")
            .means("vCenter lists the VM, but the host that it was on does not have it.")
            .cause("The VM was removed on the host itself, or a failover or restore failed.")
            .remedy("Remove the VM from the inventory, and register it again from its datastore. The provider"
                    + " finds it by its UUID.")
            .alsoWhenInitialised()),
    VM_DISCONNECTED(reason(Group.GUEST, "VmDisconnected", "vCenter has lost the host of the VM")
            .means("The host is disconnected or does not respond. What vCenter shows of the guest may be old.")
            .cause("The host is down, isolated or in maintenance.")
            .remedy("Reconnect the host. The provider continues as soon as the VM is connected again.")
            .alsoWhenInitialised()),
    VM_POWERED_OFF(reason(Group.GUEST, "VmPoweredOff", "The VM is not powered on")
            .means("The VM is powered off or suspended, so its guest reports nothing.")
            .cause("A person or a scheduler switched the VM off after its kubelet had registered the Node.")
            .remedy("Power the VM on. The provider continues as soon as the guest reports its addresses.")),
    TOOLS_NOT_RUNNING(reason(Group.GUEST, "ToolsNotRunning", "VMware Tools do not run")
            .means("The VM runs, but its guest reports nothing. VMware Tools report the host name and the"
                    + " addresses of a guest.")
            .cause("open-vm-tools is not installed, not started, or has not started yet after boot.")
            .remedy("Install and start open-vm-tools (`systemctl status open-vm-tools`). The provider continues"
                    + " as soon as VMware Tools report.")),
    GUEST_HOST_NAME_MISSING(reason(Group.GUEST, "GuestHostNameMissing", "The guest reports no host name")
            .means("VMware Tools report no host name, and the provider does not initialise a Node without one.")
            .cause("The guest has just booted. Otherwise VMware Tools do not run in it, or the guest has no host"
                    + " name.")
            .remedy("Wait a minute. If the reason stays, check VMware Tools, and run `hostnamectl` in the guest.")),
    GUEST_NIC_MISSING(reason(Group.GUEST, "GuestNicMissing", "The guest reports no network adapter")
            .means("VMware Tools report no network adapter of the VM: no interface at all, or only interfaces"
                    + " that the guest created itself.")
            .cause("The VM has no adapter, the adapter is disconnected, the guest lacks its driver, or VMware Tools"
                    + " are too old for the guest.")
            .remedy("Add or connect the adapter; you can add it while the VM runs. If the guest has one, install"
                    + " its driver and update VMware Tools.")),

    NO_USABLE_ADDRESS(reason(Group.ADDRESS, "NoUsableAddress", "The guest reports no usable address")
            .means("The provider can use none of the addresses that the guest reports. The message lists them.")
            .cause("DHCP gave no lease, so that the guest has only link-local addresses. Or the guest has no"
                    + " address of a family in `ipFamily`.")
            .remedy("Give the guest an address, or correct `ipFamily` or the subnets in section `nodes`.")
            .alsoWhenInitialised()),
    NETWORK_MISSING(reason(Group.ADDRESS, "NetworkMissing", "The VM is not on the configured network")
            .means("`internalVmNetworkName` or `externalVmNetworkName` names a network, but no adapter of the VM"
                    + " is on it.")
            .cause("The name is misspelt, the port group was renamed, or this VM was connected to another one.")
            .remedy("Correct the name, or connect the adapter. The message lists the networks that the VM is on.")
            .alsoWhenInitialised()),
    ADDRESSES_EXCLUDED(reason(Group.ADDRESS, "AddressesExcluded", "The configuration excludes all addresses")
            .means("The guest reports addresses, but each is in a subnet that section `nodes` excludes.")
            .cause("An excluded subnet is wider than intended.")
            .remedy("Correct `excludeInternalNetworkSubnetCidr` or `excludeExternalNetworkSubnetCidr`.")
            .alsoWhenInitialised()),
    FAMILY_MISSING(reason(Group.ADDRESS, "FamilyMissing", "An IP family has no address")
            .means("`ipFamily` asks for several families, but the VM has no usable address of one of them. The"
                    + " Node gets the addresses of the other families, but keeps its taint.")
            .cause("The second family comes later than the first (DHCPv6, router advertisements), or is not"
                    + " configured in the guest.")
            .remedy("Give the guest the address, or remove the family from `ipFamily`. Or set `ipFamilyPolicy:"
                    + " prefer`, so that Nodes do not wait for it.")
            .alsoWhenInitialised()),
    ADDRESS_RULE_UNMATCHED(reason(Group.ADDRESS, "AddressRuleUnmatched", "A rule of section nodes selects no address")
            .means("The guest reports addresses, but a configured subnet, network name or exclusion leaves none for"
                    + " one type. The Node has no address of that type, or the first one that is not excluded. The"
                    + " message says which.")
            .cause("The subnet or name is misspelt, an exclusion is too wide, the port group was renamed, or this VM"
                    + " is on other networks.")
            .remedy("Correct the key, or connect the VM to the network. If Nodes should have no such address,"
                    + " remove the key; to exclude all addresses, write `0.0.0.0/0` or `::/0`. The addresses are"
                    + " those that cloud-provider-vsphere (Go) sets.")
            .alsoWhenInitialised()),
    NODE_IP_MALFORMED(reason(Group.ADDRESS, "NodeIpMalformed", "The kubelet's node IP cannot be parsed")
            .means("The annotation `alpha.kubernetes.io/provided-node-ip` is neither an IP address nor one of"
                    + " each family.")
            .cause("The kubelet's flag `--node-ip` has a blank, a prefix length, or two addresses of one family.")
            .remedy("Correct `--node-ip`, and restart the kubelet.")
            .alsoWhenInitialised()),
    NODE_IP_UNMATCHED(reason(Group.ADDRESS, "NodeIpUnmatched", "The VM does not have the kubelet's node IP")
            .means("The kubelet's flag `--node-ip` names an address that is not among the addresses found for"
                    + " the VM.")
            .cause("The flag was copied from another machine, or the rules in section `nodes` exclude that"
                    + " address.")
            .remedy("Correct `--node-ip` or the rules. The message lists the addresses that were found.")
            .alsoWhenInitialised()),
    STATIC_ADDRESSES_UNREADABLE(reason(
                    Group.ADDRESS, "StaticAddressesUnreadable", "The static addresses cannot be read")
            .means("The VM has cloud-init metadata (`guestinfo.metadata`), but the provider cannot read the"
                    + " addresses in it.")
            .cause("The text does not have the encoding that `guestinfo.metadata.encoding` names, or is not"
                    + " YAML, or an address is malformed.")
            .remedy("Correct the metadata: `govc vm.info -e <VM>` shows it. The provider sees the change at once.")
            .alsoWhenInitialised()),
    ADDRESSES_UNREPORTED(reason(Group.ADDRESS, "AddressesUnreported", "The guest has stopped reporting addresses")
            .means("The Node keeps its addresses, but the guest has not reported them for minutes.")
            .cause("VMware Tools were stopped or have crashed, or the VM was reverted to a snapshot.")
            .remedy("Restart open-vm-tools in the guest. Until VMware Tools report again, the provider does not"
                    + " see changed addresses.")
            .alsoWhenInitialised()),

    ZONE_UNTAGGED(reason(TOPOLOGY, "ZoneUntagged", "No tag gives zone or region, and the Node does not wait for it")
            .means("The provider read all objects above the VM, and found no tag of a configured category. The Node"
                    + " is initialised already, or `labels.required` is false. So it has no such label, or keeps the"
                    + " one it has.")
            .cause("A host, cluster or datacenter has no tag yet, or its tag was detached.")
            .remedy("Attach the tag. If Nodes should have no such label, remove `labels.zone` or `labels.region`.")
            .alsoWhenInitialised()),

    TOPOLOGY_DRIFT(reason(CONFLICT, "TopologyDrift", "Zone or region of the VM differ from the Node's")
            .means("The Node keeps the labels that it got first, but the tags above its VM now give other" + " values.")
            .cause("The VM was migrated, or its tags were changed.")
            .remedy("Volumes and Pods rely on the labels, so the provider does not change them. Drain and delete"
                    + " the Node, so that its kubelet registers it again; or set `labels.relabel: true`.")
            .alsoWhenInitialised()),
    INSTANCE_TYPE_DRIFT(reason(CONFLICT, "InstanceTypeDrift", "The VM was changed since the Node was initialised")
            .means("The instance type of the Node does not match the CPUs, the memory or the guest operating"
                    + " system of its VM.")
            .cause("The VM was resized, or its guest operating system was upgraded.")
            .remedy("You need not do anything. If you set `labels.relabel: true`, the provider updates the label.")
            .alsoWhenInitialised()),
    WRITE_REFUSED(reason(CONFLICT, "WriteRefused", "The API server refuses the change")
            .means("The API server refused a change of the Node, and will refuse it again. The message is the"
                    + " API server's.")
            .cause("The right to patch `nodes` or `nodes/status` is missing, or an admission webhook refuses.")
            .remedy("Grant the right, or check the webhook. The provider tries again every ten seconds.")
            .alsoWhenInitialised()),

    VM_NEVER_SEEN(reason(EXISTENCE, "VmNeverSeen", "The provider has never seen the VM")
            .means("The Node has a vSphere provider ID, but no annotations `vspherecloud.dev/...` that record"
                    + " its VM: no vCenter has shown the VM since this provider runs. So nothing proves that the VM"
                    + " is gone.")
            .cause("The VM was gone before this provider was installed, or the account may not read it.")
            .remedy("If the VM is gone, delete the Node by hand. If it is not, let the account read it;"
                    + " VmNotFound says how.")
            .alsoWhenInitialised()),
    DELETION_OFF(reason(EXISTENCE, "DeletionOff", "The VM is gone, but the deletion of Nodes is off")
            .means("It is proven that the VM is gone. The provider would delete the Node.")
            .cause("`--node-deletion=false` is set, or the environment variable `SKIP_NODE_DELETION`.")
            .remedy("Delete the Node by hand; or remove the flag or the variable, and restart the provider.")
            .alsoWhenInitialised()),
    DELETION_PAUSED(reason(EXISTENCE, "DeletionPaused", "The VM is gone, but deletion is paused for its vCenter")
            .means("It is proven that the VM is gone. The provider would delete the Node.")
            .cause("`nodeDeletionPaused` is set for the vCenter, or for all vCenters in `global`.")
            .remedy("Unset it when the maintenance is over. This takes effect without a restart.")
            .alsoWhenInitialised()),
    NODE_KEPT(reason(EXISTENCE, "NodeKept", "The VM is gone, but an annotation keeps the Node")
            .means("It is proven that the VM is gone. The provider would delete the Node.")
            .cause("The Node has the annotation `vspherecloud.dev/keep`.")
            .remedy("Run `kubectl annotate node <node> vspherecloud.dev/keep-`, or delete the Node by hand.")
            .alsoWhenInitialised()),
    DELETING_NODE_FAILED(reason(EXISTENCE, "DeletingNodeFailed", "The Node could not be deleted")
            .means("It is proven that the VM is gone, but the API server did not delete the Node. The message is"
                    + " the API server's.")
            .cause("The right to delete `nodes` is missing, an admission webhook refuses, or the API server did"
                    + " not answer.")
            .remedy("Grant the right, or check the webhook. The provider tries again with a new proof.")
            .alsoWhenInitialised()),
    MASS_DISAPPEARANCE(reason(EXISTENCE, "MassDisappearance", "Many VMs disappeared at once")
            .means("More VMs than usual are missing, and vCenter's events do not show that they were destroyed."
                    + " The provider deletes no Node whose VM disappeared until the VMs are back or you acknowledge"
                    + " the incident.")
            .cause("The account lost its rights on a folder; a host or datastore was removed from the inventory;"
                    + " vCenter was restored; or many VMs were unregistered.")
            .remedy("Look for the VMs. If they are gone for good, acknowledge the incident with its ID: `kubectl"
                    + " -n kube-system annotate lease cloud-controller-manager --overwrite"
                    + " lifecycle.vspherecloud.dev/acknowledge=<id>`. If many more VMs disappear later, that is a"
                    + " new incident. An incident ends by itself when the VMs are back.")
            .ofCluster());

    private final ReasonRow row;

    NodeReason(ReasonRow row) {
        this.row = row;
    }

    @Override
    public ReasonRow row() {
        return row;
    }

    /// Returns all reasons of the program, in the order of the reference page, which lists them group by group. The
    /// order has no other meaning.
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
                ADDRESS_RULE_UNMATCHED,
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
                ZONE_UNTAGGED,
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

    /// The groups of the reference page that contain only reasons of this enum.
    private static final class Group {
        static final ReasonGroup GUEST = new ReasonGroup("The VM and its guest");
        static final ReasonGroup ADDRESS = new ReasonGroup("Addresses");
    }
}
