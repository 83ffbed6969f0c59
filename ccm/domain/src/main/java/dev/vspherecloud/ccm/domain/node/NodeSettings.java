package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.AddressRules;
import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The settings from configuration and flags about Nodes, at one moment.
///
/// vCenters are added and removed while the process runs, and data of a VM may be from before or after. So there
/// is no rule for a vCenter without an entry: an assumed rule might give its Nodes other addresses for a moment.
///
/// @param addresses      by the name of the vCenter that has the VM, one entry for each that is configured
/// @param topology       empty if Nodes get no zone and no region
/// @param extraLabels    labels that every Node gets once, when it is initialised (`--node-labels`)
/// @param ancestorLabels labels that name the inventory objects above a Node's VM
/// @param relabel        whether labels of an initialised Node follow its VM; if not, a difference is only
///                       reported
/// @param revisit        time between two evaluations of a Node for which no change was seen
///                       (`--node-status-update-frequency`). An evaluation repairs what an event missed, and does
///                       not call vCenter
public record NodeSettings(
        Map<String, AddressRules> addresses,
        Optional<TopologyRules> topology,
        Map<String, String> extraLabels,
        AncestorLabels ancestorLabels,
        boolean relabel,
        Duration revisit) {
    private static final Duration REVISIT = Duration.ofMinutes(5);

    public NodeSettings {
        addresses = Map.copyOf(addresses);
        extraLabels = Map.copyOf(extraLabels);
    }

    /// Creates settings with the evaluation interval of cloud-provider-vsphere (Go).
    public NodeSettings(
            Map<String, AddressRules> addresses,
            Optional<TopologyRules> topology,
            Map<String, String> extraLabels,
            AncestorLabels ancestorLabels,
            boolean relabel) {
        this(addresses, topology, extraLabels, ancestorLabels, relabel, REVISIT);
    }

    Optional<AddressRules> addressRules(Vm vm) {
        return Optional.ofNullable(addresses.get(vm.vcenter()));
    }
}
