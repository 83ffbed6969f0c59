package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.topology.TopologyChoice;
import dev.vspherecloud.domain.topology.TopologyPolicy;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.inventory.tag.TagCache;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Selects the objects whose tags are read. Pure.
///
/// The ancestors of VMs are always selected: they are few, and shared by all VMs. The tags of a VM cost a share
/// of a call for each VM and minute, so they are read only where they can make a difference. In
/// [COMPATIBLE][TopologyRules.Mode#COMPATIBLE], a VM is selected if the paths from host and pool are read and
/// decide nothing. This is rare: as a rule it takes no more calls than the one for the ancestors, however many
/// VMs there are. In [NEAREST][TopologyRules.Mode#NEAREST] the VM's own tags come first, so every VM is
/// selected, some hundreds to a call.
final class TagSelection {
    /// A placeholder for a VM's folders, with which the tag search shows whether it would reach the folders.
    private static final List<InventoryObject> UNTAGGED_VM_PATH =
            List.of(new InventoryObject("VirtualMachine", "", "", new TagState.Read(List.of())));

    private record Ends(Optional<MoRef> host, Optional<MoRef> pool) {}

    private TagSelection() {}

    /// Returns the objects whose tags are read.
    ///
    /// @param known the tags that were read so far
    static Set<MoRef> select(VcenterSnapshot snapshot, TagCache known, TopologyRules rules) {
        var selected = new HashSet<>(snapshot.ancestors().keySet());
        switch (rules.mode()) {
            case NEAREST -> selected.addAll(snapshot.vms().keySet());
            case COMPATIBLE -> selected.addAll(vmsWithUntaggedAncestors(snapshot, known, rules));
        }
        return selected;
    }

    /// Returns the VMs for which the paths from host and pool decide nothing. Many VMs share host and pool, so
    /// each pair is searched once.
    private static Set<MoRef> vmsWithUntaggedAncestors(VcenterSnapshot snapshot, TagCache known, TopologyRules rules) {
        var ancestorPaths = new AncestorPaths(snapshot.ancestors(), known);
        Map<Ends, Boolean> isUntaggedByEnds = new HashMap<>();
        var selectedVms = new HashSet<MoRef>();
        snapshot.vms().forEach((ref, vm) -> {
            var ends = new Ends(vm.parents().host(), vm.parents().pool());
            if (isUntaggedByEnds.computeIfAbsent(ends, _ -> isUntagged(ancestorPaths, ends, rules))) {
                selectedVms.add(ref);
            }
        });
        return selectedVms;
    }

    private static boolean isUntagged(AncestorPaths ancestorPaths, Ends ends, TopologyRules rules) {
        var placement = new Placement(
                ancestorPaths.path(ends.host()),
                ancestorPaths.path(ends.pool()),
                UNTAGGED_VM_PATH,
                ancestorPaths.tags().missingCategories());
        return TopologyPolicy.choose(placement, rules) instanceof TopologyChoice.Untagged;
    }
}
