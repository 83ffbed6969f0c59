package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.inventory.tag.TagCache;
import dev.vspherecloud.vsphere.inventory.tag.TaggedObjects;
import dev.vspherecloud.vsphere.inventory.tag.WantedTags;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The state of one vCenter at one moment, as far as the followed Nodes need it.
///
/// @param vcenter  the instance UUID of the vCenter; empty until it was reached
/// @param searchResults the search results by Node; a Node that is missing was not searched yet
/// @param vms      the watched VMs that were read
/// @param ancestors   all inventory objects above these VMs
/// @param seenAt    for each VM, an event that vCenter had when the VM already existed; missing where events
///     cannot be read
record VcenterSnapshot(
        Optional<UUID> vcenter,
        Map<NodeName, SearchResult> searchResults,
        Map<MoRef, VmRecord> vms,
        Map<MoRef, AncestorRecord> ancestors,
        Map<MoRef, EventPosition> seenAt)
        implements TaggedObjects {
    static final VcenterSnapshot EMPTY = new VcenterSnapshot(Optional.empty(), Map.of(), Map.of(), Map.of());

    VcenterSnapshot {
        searchResults = Map.copyOf(searchResults);
        vms = Map.copyOf(vms);
        ancestors = Map.copyOf(ancestors);
        seenAt = Map.copyOf(seenAt);
    }

    /// Creates a snapshot of a vCenter whose events are not known.
    VcenterSnapshot(
            Optional<UUID> vcenter,
            Map<NodeName, SearchResult> searchResults,
            Map<MoRef, VmRecord> vms,
            Map<MoRef, AncestorRecord> ancestors) {
        this(vcenter, searchResults, vms, ancestors, Map.of());
    }

    /// Returns true if no ancestor is known. The tags of ancestors are always read, so there is nothing to read
    /// then.
    @Override
    public boolean isEmpty() {
        return ancestors.isEmpty();
    }

    @Override
    public Set<MoRef> tagSelection(TagCache known, WantedTags wanted) {
        return wanted.search()
                .map(rules -> TagSelection.select(this, known, rules))
                .orElseGet(ancestors::keySet);
    }

    /// Returns this snapshot, completed with values from an older snapshot of the same vCenter where this one
    /// has none yet.
    VcenterSnapshot mergedWith(VcenterSnapshot older) {
        if (!older.vcenter.equals(vcenter)) {
            return this;
        }
        var mergedVms = new HashMap<>(older.vms);
        mergedVms.putAll(vms);
        var mergedAncestors = new HashMap<>(older.ancestors);
        mergedAncestors.putAll(ancestors);
        var mergedSeenAt = new HashMap<>(older.seenAt);
        mergedSeenAt.putAll(seenAt);
        return new VcenterSnapshot(vcenter, searchResults, mergedVms, mergedAncestors, mergedSeenAt);
    }

    /// Returns the Nodes for which the newer snapshot may give another answer.
    Set<NodeName> changedNodes(VcenterSnapshot newer) {
        boolean sameAncestors = vcenter.equals(newer.vcenter) && ancestors.equals(newer.ancestors);
        var nodes = new HashSet<NodeName>();
        newer.searchResults.forEach((node, searchResult) -> {
            SearchResult before = searchResults.get(node);
            boolean sameResult = before != null && before.isSameAs(searchResult);
            if (!sameAncestors || !sameResult || !hasSameVms(searchResult.vmLocation(), newer)) {
                nodes.add(node);
            }
        });
        return nodes;
    }

    private boolean hasSameVms(VmLocation vmLocation, VcenterSnapshot newer) {
        return vmLocation.refs().stream()
                .allMatch(ref -> Objects.equals(vms.get(ref), newer.vms.get(ref))
                        && Objects.equals(seenAt.get(ref), newer.seenAt.get(ref)));
    }
}
