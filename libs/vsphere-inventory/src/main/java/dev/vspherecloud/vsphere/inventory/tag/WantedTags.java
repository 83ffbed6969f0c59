package dev.vspherecloud.vsphere.inventory.tag;

import dev.vspherecloud.domain.topology.TopologyRules;
import java.util.List;
import java.util.Optional;

/// The tags that a program reads.
///
/// The tags of the inventory objects above the VMs of Nodes are read in any case.
///
/// @param categories the names of the tag categories that the program needs, at least one
/// @param search     the rules of the search for zone and region, by which the tags of VMs may matter, too; empty if
///     they never do
public record WantedTags(List<String> categories, Optional<TopologyRules> search) {
    public WantedTags {
        categories = List.copyOf(categories);
        if (categories.isEmpty()) {
            throw new IllegalArgumentException("no tag category; give at least one");
        }
    }

    /// Returns the tags that the search for zone and region needs.
    public static WantedTags of(TopologyRules rules) {
        return new WantedTags(rules.categories().names(), Optional.of(rules));
    }

    /// Returns the tags of these categories on the objects above VMs.
    public static WantedTags onAncestors(List<String> categories) {
        return new WantedTags(categories, Optional.empty());
    }
}
