package dev.vspherecloud.config;

import dev.vspherecloud.domain.address.FamilyPolicy;
import dev.vspherecloud.domain.address.NodeNetworks;
import java.util.List;
import java.util.Set;

/// Everything that `vsphere.conf` and the environment say, validated and complete: defaults and inheritance are
/// filled in. Two are equal when they say the same, CA files included.
///
/// @param vcenters        in the order of the file, never empty, no server and port twice
/// @param labels          which labels Nodes get from where their VMs are
/// @param networks        which of a Node's addresses are internal and external
/// @param familyPolicy    what becomes of a Node without an address of one of its vCenter's families
/// @param matchByName     whether a new Node whose system UUID no VM has gets the VM with its name
/// @param deletion        when Nodes of VMs that disappeared are deleted
/// @param foreignSections the sections for other readers of the same file, as they are written, such as
///                        `loadBalancer`
public record CloudConfig(
        List<VcenterConfig> vcenters,
        LabelsConfig labels,
        NodeNetworks networks,
        FamilyPolicy familyPolicy,
        boolean matchByName,
        DeletionConfig deletion,
        Set<String> foreignSections) {
    public CloudConfig {
        vcenters = List.copyOf(vcenters);
        foreignSections = Set.copyOf(foreignSections);
    }

    /// The same without the names of sections for other readers, which differ between dialects.
    CloudConfig withoutForeignSections() {
        return new CloudConfig(vcenters, labels, networks, familyPolicy, matchByName, deletion, Set.of());
    }
}
