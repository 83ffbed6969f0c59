package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.AddressRules;
import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// What configuration and flags say about Nodes, at one moment.
///
/// vCenters come and go while the process runs, and what is known of a VM may be from before or after. So there is
/// no rule for a vCenter that has no entry: an assumed one might give its Nodes other addresses for a moment.
///
/// @param addresses   by the name of the vCenter that has the VM, one entry for each that is configured
/// @param topology    empty when Nodes get no zone and no region
/// @param extraLabels labels that every Node gets once, when it is initialised (`--node-labels`)
/// @param ancestorLabels labels that name the places a Node's VM is in
/// @param relabel     whether labels of an initialised Node follow its VM; else a difference is only told
/// @param revisit     how long a Node is left alone in which nothing seems to change
///                    (`--node-status-update-frequency`); it repairs what an event missed, and asks vCenter nothing
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

    /// Looks again as often as the Go program.
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
