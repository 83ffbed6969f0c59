package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.inventory.tag.TagCache;
import dev.vspherecloud.vsphere.inventory.tag.TaggedObjects;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The state of one vCenter at one moment, as far as the followed Nodes need it.
///
/// @param vcenter  instance UUID of the vCenter; empty until it was reached
/// @param findings by Node; a Node that is missing was not searched yet
/// @param vms      the VMs that are watched and were read
/// @param places   all inventory objects above these VMs
/// @param marks    by VM, an event that vCenter had when the VM already existed; missing where events cannot be
///                 read
record VcenterSnapshot(
        Optional<UUID> vcenter,
        Map<NodeName, SearchResult> findings,
        Map<MoRef, VmRecord> vms,
        Map<MoRef, AncestorRecord> places,
        Map<MoRef, EventPosition> marks)
        implements TaggedObjects {
    static final VcenterSnapshot NONE = new VcenterSnapshot(Optional.empty(), Map.of(), Map.of(), Map.of());

    VcenterSnapshot {
        findings = Map.copyOf(findings);
        vms = Map.copyOf(vms);
        places = Map.copyOf(places);
        marks = Map.copyOf(marks);
    }

    /// Creates a snapshot of a vCenter whose events are not known.
    VcenterSnapshot(
            Optional<UUID> vcenter,
            Map<NodeName, SearchResult> findings,
            Map<MoRef, VmRecord> vms,
            Map<MoRef, AncestorRecord> places) {
        this(vcenter, findings, vms, places, Map.of());
    }

    /// Returns true if no ancestor is known; the tags of ancestors are always read.
    @Override
    public boolean isEmpty() {
        return places.isEmpty();
    }

    @Override
    public Set<MoRef> wishes(TagCache known, TopologyRules rules) {
        return TagSelection.of(this, known, rules);
    }

    /// Returns this snapshot, completed with values from an older snapshot of the same vCenter where this one has
    /// none yet.
    VcenterSnapshot over(VcenterSnapshot older) {
        if (!older.vcenter.equals(vcenter)) {
            return this;
        }
        var mergedVms = new HashMap<>(older.vms);
        mergedVms.putAll(vms);
        var mergedPlaces = new HashMap<>(older.places);
        mergedPlaces.putAll(places);
        var mergedMarks = new HashMap<>(older.marks);
        mergedMarks.putAll(marks);
        return new VcenterSnapshot(vcenter, findings, mergedVms, mergedPlaces, mergedMarks);
    }

    /// Returns the Nodes for which the newer snapshot may give another answer.
    Set<NodeName> differences(VcenterSnapshot newer) {
        boolean sameGround = vcenter.equals(newer.vcenter) && places.equals(newer.places);
        var nodes = new HashSet<NodeName>();
        newer.findings.forEach((node, searchResult) -> {
            SearchResult before = findings.get(node);
            boolean same = before != null && before.saysTheSameAs(searchResult);
            if (!sameGround || !same || !sameVms(searchResult.vmLocation(), newer)) {
                nodes.add(node);
            }
        });
        return nodes;
    }

    private boolean sameVms(VmLocation vmLocation, VcenterSnapshot newer) {
        return vmLocation.refs().stream()
                .allMatch(ref -> Objects.equals(vms.get(ref), newer.vms.get(ref))
                        && Objects.equals(marks.get(ref), newer.marks.get(ref)));
    }
}
