package dev.vspherecloud.ccm.config;

import static dev.vspherecloud.ccm.config.CloudConfigSection.LABELS;
import static dev.vspherecloud.ccm.config.CloudConfigSection.NODES;
import static dev.vspherecloud.config.Inheritance.WHEN_ABSENT;
import static dev.vspherecloud.config.KeyForm.CHOICE;
import static dev.vspherecloud.config.KeyForm.COUNT;
import static dev.vspherecloud.config.KeyForm.DURATION;
import static dev.vspherecloud.config.KeyForm.FAMILIES;
import static dev.vspherecloud.config.KeyForm.FLAG;
import static dev.vspherecloud.config.KeyForm.LABEL_KEY;
import static dev.vspherecloud.config.KeyForm.NUMBER;
import static dev.vspherecloud.config.KeyForm.PERCENT;
import static dev.vspherecloud.config.KeyForm.SUBNETS;
import static dev.vspherecloud.config.KeyForm.TEXT;
import static dev.vspherecloud.config.KeyRow.key;
import static dev.vspherecloud.config.Section.GLOBAL;
import static dev.vspherecloud.config.Section.VCENTER;

import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.KeyRow;
import dev.vspherecloud.domain.topology.TopologyRules;
import java.util.Arrays;

/// The keys of the cloud controller manager, besides the [VcenterKey]s. Both together form its table,
/// [CloudConfigTable].
///
/// Rule from: cloud-provider-vsphere, pkg/common/config and docs/book/cloud_config.md.
enum CloudConfigKey implements ConfigKey {
    IP_FAMILY(key("ipFamily", FAMILIES, GLOBAL, VCENTER)
            .standard("ipv4")
            .inherited(WHEN_ABSENT)
            .dormantIndexed("IP_FAMILY")
            .means("The families a Node gets addresses of, first one first. A Node must have one of each,"
                    + " unless `ipFamilyPolicy` says otherwise.")),
    NODE_DELETION_PAUSED(key("nodeDeletionPaused", FLAG, GLOBAL, VCENTER)
            .standard("false")
            .inherited(WHEN_ABSENT)
            .ours()
            .means("Delete no Node for now, whatever became of its VM: for maintenance. Counts within seconds, and for"
                    + " deletes that are already proven.")),
    SOAP_ROUNDTRIP_COUNT(key("soapRoundtripCount", NUMBER, GLOBAL, VCENTER)
            .standard("3")
            .inherited(WHEN_ABSENT)
            .dormantVariable("VSPHERE_ROUNDTRIP_COUNT")
            .dormantIndexed("ROUNDTRIP")
            .means("Attempts of a call; the Go program never used it.")
            .withoutEffect()),
    API_DISABLE(key("apiDisable", FLAG, GLOBAL)
            .standard("false")
            .dormantVariable("VSPHERE_API_DISABLE")
            .means("Of an interface that the Go program no longer has.")
            .withoutEffect()),
    API_BINDING(key("apiBinding", TEXT, GLOBAL)
            .standard(":43001")
            .dormantVariable("VSPHERE_API_BINDING")
            .means("Of an interface that the Go program no longer has.")
            .withoutEffect()),
    ZONE(key("zone", TEXT, LABELS).variable("VSPHERE_LABEL_ZONE").means("Category of the tags that name zones.")),
    REGION(key("region", TEXT, LABELS)
            .variable("VSPHERE_LABEL_REGION")
            .means("Category of the tags that name regions.")),
    PARTIAL(key("partial", FLAG, LABELS)
            .standard("false")
            .ours()
            .means("Allow zones without regions, and regions without zones; otherwise one alone turns both off. In mode"
                    + " `nearest` they are always allowed.")),
    MODE(key("mode", CHOICE, LABELS)
            .among(Arrays.stream(TopologyRules.Mode.values()).map(TopologyRules.Mode::word))
            .standard("compatible")
            .ours()
            .means("`compatible` looks for tags in the order of the Go program, so that a new Node gets the zone its"
                    + " neighbours have. With `nearest`, for new clusters, the nearest object above the VM that has a"
                    + " tag of the category decides, for zone and region each by itself.")),
    REQUIRED(key("required", FLAG, LABELS)
            .standard("false")
            .ours()
            .means("In mode `nearest`: a Node whose VM has no tags waits for them, as it always does in mode"
                    + " `compatible`.")),
    RELABEL(key("relabel", FLAG, LABELS)
            .standard("false")
            .ours()
            .means("Let zone, region, instance type and the labels below follow a VM that moves, is tagged anew or gets"
                    + " another size. Otherwise the difference is only told, in the log and in an Event.")),
    HOST_LABEL(key("hostLabel", LABEL_KEY, LABELS).ours().means("Label that names the host a Node's VM runs on.")),
    CLUSTER_LABEL(key("clusterLabel", LABEL_KEY, LABELS)
            .ours()
            .means("Label that names its cluster; a host without one is named itself.")),
    DATACENTER_LABEL(key("datacenterLabel", LABEL_KEY, LABELS).ours().means("Label that names its datacenter.")),
    RESOURCE_POOL_LABEL(key("resourcePoolLabel", LABEL_KEY, LABELS)
            .ours()
            .means("Label that names its resource pool or vApp; a cluster's own is `Resources`.")),
    FOLDER_LABEL(key("folderLabel", LABEL_KEY, LABELS)
            .ours()
            .means("Label that names the folder it is in; a datacenter's own is `vm`.")),
    INTERNAL_CIDR(key("internalNetworkSubnetCidr", SUBNETS, NODES)
            .variable("VSPHERE_NODES_INTERNAL_NETWORK_SUBNET_CIDR")
            .means("Where internal addresses are.")),
    EXTERNAL_CIDR(key("externalNetworkSubnetCidr", SUBNETS, NODES)
            .variable("VSPHERE_NODES_EXTERNAL_NETWORK_SUBNET_CIDR")
            .means("Where external addresses are.")),
    INTERNAL_NETWORK(key("internalVmNetworkName", TEXT, NODES)
            .variable("VSPHERE_NODES_INTERNAL_VM_NETWORK_NAME")
            .means("Name of the port group with internal addresses, in any case.")),
    EXTERNAL_NETWORK(key("externalVmNetworkName", TEXT, NODES)
            .variable("VSPHERE_NODES_EXTERNAL_VM_NETWORK_NAME")
            .means("Name of the port group with external addresses, in any case.")),
    EXCLUDE_INTERNAL_CIDR(
            key("excludeInternalNetworkSubnetCidr", SUBNETS, NODES).means("Addresses in these are never internal.")),
    EXCLUDE_EXTERNAL_CIDR(
            key("excludeExternalNetworkSubnetCidr", SUBNETS, NODES).means("Addresses in these are never external.")),
    IP_FAMILY_POLICY(key("ipFamilyPolicy", CHOICE, NODES)
            .among(Arrays.stream(FamilyPolicy.values()).map(FamilyPolicy::word))
            .standard("require")
            .ours()
            .means("What becomes of a Node that has no address of one of several families: with `require` it waits, as"
                    + " in the Go program; with `prefer` it gets the addresses there are, and the missing family is"
                    + " told.")),
    MATCH_BY_NAME(key("matchByName", FLAG, NODES)
            .standard("false")
            .ours()
            .means(
                    "If no VM has the system UUID of a new Node, take the only VM whose guest has the Node's name, as the"
                            + " Go program does. Otherwise an Event names that VM, and the Node waits.")),
    DISAPPEARED_AFTER(key("disappearedAfter", DURATION, NODES)
            .standard("10m")
            .ours()
            .means("How long a VM must be proven gone, without a sign that it was destroyed, until its Node is deleted;"
                    + " at least `5m`. The Node of a VM that vCenter shows to be destroyed does not wait for it.")),
    BREAKER_NODES(key("breakerNodes", COUNT, NODES)
            .standard("5")
            .ours()
            .means("When the VMs of more Nodes than this disappear within ten minutes, no Node of a VM that disappeared"
                    + " is deleted. This or `breakerPercent`, whichever allows more.")),
    BREAKER_PERCENT(key("breakerPercent", PERCENT, NODES)
            .standard("10")
            .ours()
            .means("The same in percent of the Nodes of the cluster. More than half of the cluster, or all Nodes of a"
                    + " folder, host or vCenter that has more than one, are too many whatever is said here."));

    private final KeyRow row;

    CloudConfigKey(KeyRow row) {
        this.row = row;
    }

    @Override
    public KeyRow row() {
        return row;
    }
}
