package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.inventory.tag.TagCache;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Builds the paths of the inventory objects above VMs, with the state of the tags on each object. Pure.
record AncestorPaths(Map<MoRef, AncestorRecord> ancestors, TagCache tags) {

    Placement placementOf(VmRecord vm) {
        TagState own = vm.parents().folder().isPresent() ? tags.stateOf(vm.ref()) : new TagState.Hidden();
        var folders = new ArrayList<InventoryObject>();
        folders.add(new InventoryObject(vm.ref().type(), vm.ref().value(), vm.name(), own));
        folders.addAll(path(vm.parents().folder()));
        return new Placement(path(vm.parents().host()), path(vm.parents().pool()), folders, tags.missingCategories());
    }

    /// Returns the path from this object upwards. If the path ends too early, the tag state of its last object
    /// says so: an object without a parent differs from an object whose parent is not known.
    List<InventoryObject> path(Optional<MoRef> start) {
        var path = new ArrayList<InventoryObject>();
        var seen = new HashSet<MoRef>();
        Optional<MoRef> next = start;
        while (next.isPresent()) {
            MoRef ref = next.get();
            AncestorRecord ancestor = seen.add(ref) ? ancestors.get(ref) : null;
            if (ancestor == null) {
                // The object is still being read. While vCenter moves an object, the path can seem to be a
                // circle for a moment.
                path.add(new InventoryObject(ref.type(), ref.value(), ref.value(), new TagState.Awaited()));
                break;
            }
            path.add(new InventoryObject(ref.type(), ref.value(), ancestor.name(), tagState(ancestor)));
            next = ancestor.parent();
        }
        return path;
    }

    private TagState tagState(AncestorRecord ancestor) {
        return ancestor.isHidden() ? new TagState.Hidden() : tags.stateOf(ancestor.ref());
    }
}
