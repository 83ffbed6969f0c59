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

/// One vCenter at one moment, as far as our Nodes are concerned.
///
/// @param vcenter  instance UUID of the vCenter; empty until it was reached
/// @param findings by Node; a Node that is missing was not looked for yet
/// @param vms      the VMs that are watched and were read
/// @param places   everything above these VMs
/// @param marks    by VM, an event that vCenter had when the VM was already there; missing where events can't be read
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

    /// One of a vCenter whose events are not known.
    VcenterSnapshot(
            Optional<UUID> vcenter,
            Map<NodeName, SearchResult> findings,
            Map<MoRef, VmRecord> vms,
            Map<MoRef, AncestorRecord> places) {
        this(vcenter, findings, vms, places, Map.of());
    }

    /// Whether no place is known, whose tags always matter.
    @Override
    public boolean isEmpty() {
        return places.isEmpty();
    }

    @Override
    public Set<MoRef> wishes(TagCache known, TopologyRules rules) {
        return TagSelection.of(this, known, rules);
    }

    /// This snapshot with what it has not read yet taken from an older one of the same vCenter.
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

    /// The Nodes for which the other snapshot may say something else.
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
