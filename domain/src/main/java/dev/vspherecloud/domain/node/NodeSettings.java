package dev.vspherecloud.domain.node;

import dev.vspherecloud.domain.address.AddressRules;
import dev.vspherecloud.domain.topology.PlaceLabels;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.vm.Vm;
import java.util.Map;
import java.util.Optional;

/// What the configuration says about Nodes, at one moment.
///
/// vCenters come and go while the process runs, and what is known of a VM may be from before or after. So there is no
/// rule for a vCenter that has no entry: an assumed one might give its Nodes other addresses for a moment.
///
/// @param addresses   by the name of the vCenter that has the VM, one entry for each that is configured
/// @param topology    empty when Nodes get no zone and no region
/// @param extraLabels labels that every Node gets once, when it is initialised (`--node-labels`)
/// @param placeLabels labels that name the places a Node's VM is in
/// @param relabel     whether labels of an initialised Node follow its VM; else a difference is only told
public record NodeSettings(
        Map<String, AddressRules> addresses,
        Optional<TopologyRules> topology,
        Map<String, String> extraLabels,
        PlaceLabels placeLabels,
        boolean relabel) {
    public NodeSettings {
        addresses = Map.copyOf(addresses);
        extraLabels = Map.copyOf(extraLabels);
    }

    /// No places are named, and labels stay as they are.
    public NodeSettings(
            Map<String, AddressRules> addresses, Optional<TopologyRules> topology, Map<String, String> extraLabels) {
        this(addresses, topology, extraLabels, PlaceLabels.NONE, false);
    }

    Optional<AddressRules> addressRules(Vm vm) {
        return Optional.ofNullable(addresses.get(vm.vcenter()));
    }
}
