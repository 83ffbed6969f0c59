package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.vm.Placement;

/// Finds a Node's zone and region in the tags on its VM and on the inventory objects above it. Pure.
///
/// Three paths lead up from a VM: from its host, from its resource pool, and from the VM itself through its
/// folders.
///
/// [COMPATIBLE][TopologyRules.Mode#COMPATIBLE] searches them in this order. On a path each tag of a category
/// counts, and a later tag replaces an earlier one, until there is a value for each category. The search then
/// stops at once, even between two tags of one object. So the nearest tag wins only if it is the last value
/// that was missing. If a path ends before all values are found, its values are dropped, and the next path is
/// searched.
///
/// [NEAREST][TopologyRules.Mode#NEAREST] takes for each category the first tag on the VM, then up from the
/// host, the pool and the folder.
///
/// In both modes an object that cannot be read ends the search without a result. Neither another path nor an
/// object farther away decides then.
///
/// Rule from: cloud-provider-vsphere, connectionmanager/zones.go. Differs: cloud-provider-vsphere skips an
/// object whose tags cannot be read. After any failure on one path, it goes on with the next path. If one
/// object has two tags of one category, it takes the last, whichever that is.
public final class TopologyPolicy {
    private TopologyPolicy() {}

    /// Returns the zone and region of a VM with this placement.
    public static TopologyChoice choose(Placement placement, TopologyRules rules) {
        return new TagSearch(placement, rules).choose();
    }
}
