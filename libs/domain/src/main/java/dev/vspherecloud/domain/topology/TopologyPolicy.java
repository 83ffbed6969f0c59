package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.vm.Placement;

/// Finds a Node's zone and region in the tags on its VM and on the places above it. Pure.
///
/// Three paths lead up from a VM: from its host, from its resource pool, and from itself through its folders.
///
/// [COMPATIBLE][TopologyRules.Mode#COMPATIBLE] walks them in this order. On a path each tag of a category counts, a
/// later one in the place of an earlier one, until there is a value of each category; there the walk stops at once,
/// between two tags of one object if need be. So the nearest tag wins only where it is the last that was missing. A
/// path that ends before is forgotten, and the next one is walked.
///
/// [NEAREST][TopologyRules.Mode#NEAREST] takes for each category the first tag on the VM, then up from the host,
/// the pool and the folder.
///
/// In both modes what can't be read decides nothing, and lets nothing else decide: not another path, and not a
/// place that is farther away.
///
/// Rule from: cloud-provider-vsphere, connectionmanager/zones.go; differs: there an object whose tags can't be read
/// is passed over, any failure on one path lets the next decide, and of two tags of one category on one object the
/// last wins, whichever that is.
public final class TopologyPolicy {
    private TopologyPolicy() {}

    /// The zone and region of a VM with this placement.
    public static TopologyChoice choose(Placement placement, TopologyRules rules) {
        return new TagSearch(placement, rules).choose();
    }
}
