package dev.vspherecloud.domain.node;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the configuration says about Nodes.
///
/// @param addresses  by the name of the vCenter that has the VM; a vCenter that is missing gives one IPv4 address
/// @param topology    empty when Nodes get no zone and no region
/// @param extraLabels labels that every Node gets once, when it is initialised (`--node-labels`)
public record NodeSettings(
        Map<String, AddressRules> addresses, Optional<TopologyCategories> topology, Map<String, String> extraLabels) {
    private static final AddressRules IPV4 = new AddressRules(List.of(IpFamily.IPV4));

    public NodeSettings {
        addresses = Map.copyOf(addresses);
        extraLabels = Map.copyOf(extraLabels);
    }

    AddressRules addressRules(Vm vm) {
        return addresses.getOrDefault(vm.vcenter(), IPV4);
    }
}
