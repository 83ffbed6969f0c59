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

/// The configuration keys of the cloud controller manager. [CloudConfigTable] combines them with the [VcenterKey]s,
/// which all programs of this project share.
///
/// Rule from: cloud-provider-vsphere, pkg/common/config and docs/book/cloud_config.md.
enum CloudConfigKey implements ConfigKey {
    IP_FAMILY(key("ipFamily", FAMILIES, GLOBAL, VCENTER)
            .defaultsTo("ipv4")
            .inherited(WHEN_ABSENT)
            .dormantIndexed("IP_FAMILY")
            .means("IP families of which a Node gets addresses, in order of preference. A Node must have an "
                    + "address of each family, unless `ipFamilyPolicy` is `prefer`.")),
    NODE_DELETION_PAUSED(key("nodeDeletionPaused", FLAG, GLOBAL, VCENTER)
            .defaultsTo("false")
            .inherited(WHEN_ABSENT)
            .ofThisProject()
            .means("Pauses the deletion of Nodes, for example during maintenance. A change applies within "
                    + "seconds, also to deletions that are already proven.")),
    SOAP_ROUNDTRIP_COUNT(key("soapRoundtripCount", NUMBER, GLOBAL, VCENTER)
            .defaultsTo("3")
            .inherited(WHEN_ABSENT)
            .dormantVariable("VSPHERE_ROUNDTRIP_COUNT")
            .dormantIndexed("ROUNDTRIP")
            .means("Number of attempts of a SOAP call. Accepted for compatibility with "
                    + "cloud-provider-vsphere (Go), which never uses it.")
            .withoutEffect()),
    API_DISABLE(key("apiDisable", FLAG, GLOBAL)
            .defaultsTo("false")
            .dormantVariable("VSPHERE_API_DISABLE")
            .means("Disables an API that cloud-provider-vsphere (Go) no longer has. Accepted for " + "compatibility.")
            .withoutEffect()),
    API_BINDING(key("apiBinding", TEXT, GLOBAL)
            .defaultsTo(":43001")
            .dormantVariable("VSPHERE_API_BINDING")
            .means("Address of an API that cloud-provider-vsphere (Go) no longer has. Accepted for " + "compatibility.")
            .withoutEffect()),
    ZONE(key("zone", TEXT, LABELS)
            .variable("VSPHERE_LABEL_ZONE")
            .means("Tag category whose tags name zones. If not set, Nodes get no zone.")),
    REGION(key("region", TEXT, LABELS)
            .variable("VSPHERE_LABEL_REGION")
            .means("Tag category whose tags name regions. If not set, Nodes get no region.")),
    PARTIAL(key("partial", FLAG, LABELS)
            .defaultsTo("false")
            .ofThisProject()
            .means("Allows a zone without a region, and a region without a zone. If `false`, the provider "
                    + "sets neither when one is missing. In mode `nearest` this is always allowed.")),
    MODE(key("mode", CHOICE, LABELS)
            .choices(Arrays.stream(TopologyRules.Mode.values()).map(TopologyRules.Mode::text))
            .defaultsTo("compatible")
            .ofThisProject()
            .means("How the provider searches for tags. `compatible` uses the search order of "
                    + "cloud-provider-vsphere (Go), so that a new Node gets the same zone as existing Nodes. "
                    + "`nearest`, for new clusters, uses the nearest object above the VM that has a tag of the "
                    + "category, separately for zone and region.")),
    REQUIRED(key("required", FLAG, LABELS)
            .defaultsTo("false")
            .ofThisProject()
            .means("In mode `nearest`, a Node whose VM has no tags waits until it has them. In mode "
                    + "`compatible`, a Node always waits.")),
    RELABEL(key("relabel", FLAG, LABELS)
            .defaultsTo("false")
            .ofThisProject()
            .means("Updates zone, region, instance type and the labels below when a VM moves, gets other "
                    + "tags or another size. If `false`, the provider only reports the difference, in the log "
                    + "and in an Event.")),
    HOST_LABEL(key("hostLabel", LABEL_KEY, LABELS)
            .ofThisProject()
            .means("Label key for the name of the host on which the VM of the Node runs. If not set, Nodes "
                    + "do not get this label.")),
    CLUSTER_LABEL(key("clusterLabel", LABEL_KEY, LABELS)
            .ofThisProject()
            .means("Label key for the name of the cluster that contains the host of the VM. For a host "
                    + "without a cluster, the value is the name of the host. If not set, Nodes do not get this "
                    + "label.")),
    DATACENTER_LABEL(key("datacenterLabel", LABEL_KEY, LABELS)
            .ofThisProject()
            .means("Label key for the name of the datacenter that contains the VM. If not set, Nodes do not "
                    + "get this label.")),
    RESOURCE_POOL_LABEL(key("resourcePoolLabel", LABEL_KEY, LABELS)
            .ofThisProject()
            .means("Label key for the name of the resource pool or vApp that contains the VM. The root "
                    + "resource pool of a cluster is `Resources`. If not set, Nodes do not get this label.")),
    FOLDER_LABEL(key("folderLabel", LABEL_KEY, LABELS)
            .ofThisProject()
            .means("Label key for the name of the folder that contains the VM. The root VM folder of a "
                    + "datacenter is `vm`. If not set, Nodes do not get this label.")),
    INTERNAL_CIDR(key("internalNetworkSubnetCidr", SUBNETS, NODES)
            .variable("VSPHERE_NODES_INTERNAL_NETWORK_SUBNET_CIDR")
            .means("CIDR ranges from which the provider takes the InternalIP of a Node.")),
    EXTERNAL_CIDR(key("externalNetworkSubnetCidr", SUBNETS, NODES)
            .variable("VSPHERE_NODES_EXTERNAL_NETWORK_SUBNET_CIDR")
            .means("CIDR ranges from which the provider takes the ExternalIP of a Node.")),
    INTERNAL_NETWORK(key("internalVmNetworkName", TEXT, NODES)
            .variable("VSPHERE_NODES_INTERNAL_VM_NETWORK_NAME")
            .means("Name of the port group from which the provider takes the InternalIP of a Node. Upper and "
                    + "lower case do not matter.")),
    EXTERNAL_NETWORK(key("externalVmNetworkName", TEXT, NODES)
            .variable("VSPHERE_NODES_EXTERNAL_VM_NETWORK_NAME")
            .means("Name of the port group from which the provider takes the ExternalIP of a Node. Upper and "
                    + "lower case do not matter.")),
    EXCLUDE_INTERNAL_CIDR(key("excludeInternalNetworkSubnetCidr", SUBNETS, NODES)
            .means("CIDR ranges from which the provider never takes an InternalIP.")),
    EXCLUDE_EXTERNAL_CIDR(key("excludeExternalNetworkSubnetCidr", SUBNETS, NODES)
            .means("CIDR ranges from which the provider never takes an ExternalIP.")),
    IP_FAMILY_POLICY(key("ipFamilyPolicy", CHOICE, NODES)
            .choices(Arrays.stream(FamilyPolicy.values()).map(FamilyPolicy::text))
            .defaultsTo("require")
            .ofThisProject()
            .means("What happens if a Node has no address of one of several families. `require`: the Node "
                    + "waits, as in cloud-provider-vsphere (Go). `prefer`: the Node gets the available "
                    + "addresses, and the provider reports the missing family.")),
    MATCH_BY_NAME(key("matchByName", FLAG, NODES)
            .defaultsTo("false")
            .ofThisProject()
            .means("If no VM has the system UUID of a new Node, uses the only VM whose guest has the Node's "
                    + "name as its host name, as cloud-provider-vsphere (Go) does. If `false`, an Event names "
                    + "that VM, and the Node waits.")),
    DISAPPEARED_AFTER(key("disappearedAfter", DURATION, NODES)
            .defaultsTo("10m")
            .ofThisProject()
            .means("How long a VM must be proven missing before its Node is deleted; at least `5m`. If "
                    + "vCenter's events show that the VM was destroyed, the Node is deleted without this delay.")),
    BREAKER_NODES(key("breakerNodes", COUNT, NODES)
            .defaultsTo("5")
            .ofThisProject()
            .means("If the VMs of more Nodes than this disappear within ten minutes, the provider deletes no "
                    + "Node of a disappeared VM. The higher one of this limit and `breakerPercent` applies.")),
    BREAKER_PERCENT(key("breakerPercent", PERCENT, NODES)
            .defaultsTo("10")
            .ofThisProject()
            .means("The same limit as `breakerNodes`, in percent of the Nodes of the cluster. Regardless of "
                    + "both limits, more than half of the Nodes of the cluster are always too many, and so are "
                    + "all Nodes of a folder, host or vCenter that has more than one."));

    private final KeyRow row;

    CloudConfigKey(KeyRow row) {
        this.row = row;
    }

    @Override
    public KeyRow row() {
        return row;
    }
}
