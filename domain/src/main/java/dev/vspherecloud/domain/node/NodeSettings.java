package dev.vspherecloud.domain.node;

import dev.vspherecloud.domain.address.AddressRules;
import dev.vspherecloud.domain.topology.TopologyCategories;
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
public record NodeSettings(
        Map<String, AddressRules> addresses, Optional<TopologyCategories> topology, Map<String, String> extraLabels) {
    public NodeSettings {
        addresses = Map.copyOf(addresses);
        extraLabels = Map.copyOf(extraLabels);
    }

    Optional<AddressRules> addressRules(Vm vm) {
        return Optional.ofNullable(addresses.get(vm.vcenter()));
    }
}
