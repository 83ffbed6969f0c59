package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.VcenterAnswer;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.vsphere.client.MoRef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Turns one vCenter's snapshot into its answer about one Node's VM. Pure.
///
/// @param name  of the vCenter, as configured
/// @param rule  which datacenters count
record Answers(String name, VcenterSnapshot snapshot, TagBook tags, DatacenterRule rule) {

    /// What a search came to; empty when there is nothing to say yet.
    Optional<VcenterAnswer> about(VmQuery query) {
        Finding finding = snapshot.findings().get(query.node());
        if (finding == null || snapshot.vcenter().isEmpty()) {
            return Optional.empty();
        }
        return switch (finding) {
            case Finding.NotAsked() -> Optional.empty();
            case Finding.Nothing() -> Optional.of(new VcenterAnswer.NoHit(name));
            case Finding.Candidates(Set<MoRef> refs) ->
                ofCandidates(query, refs, snapshot.vcenter().get());
        };
    }

    private Optional<VcenterAnswer> ofCandidates(VmQuery query, Set<MoRef> refs, UUID vcenter) {
        var inside = new ArrayList<Vm>();
        var outside = new ArrayList<Vm>();
        var unreadable = new ArrayList<VmRecord>();
        for (MoRef ref : refs) {
            VmRecord vm = snapshot.vms().get(ref);
            if (vm == null) {
                return Optional.empty();
            }
            Optional<VmIdentity> identity = identity(vcenter, vm);
            if (identity.isEmpty()) {
                unreadable.add(vm);
            }
            Optional<Vm> known = identity.filter(query::accepts).map(each -> vm(vm, each));
            known.ifPresent(each -> (rule.admits(each.placement()) ? inside : outside).add(each));
        }
        if (inside.isEmpty() && !unreadable.isEmpty()) {
            return Optional.of(unreadable(unreadable.getFirst()));
        }
        if (inside.isEmpty() && !outside.isEmpty()) {
            Vm vm = outside.getFirst();
            String datacenter =
                    vm.placement().datacenter().map(InventoryObject::name).orElse("unknown");
            return Optional.of(new VcenterAnswer.Excluded(vm, datacenter));
        }
        return Optional.of(inside.isEmpty() ? new VcenterAnswer.NoHit(name) : new VcenterAnswer.Hits(inside));
    }

    /// A VM that is there and does not say who it is proves nothing, least of all that there is none.
    private VcenterAnswer unreadable(VmRecord vm) {
        return new VcenterAnswer.Silent(new VmLookup.Silence(
                name,
                ReasonCode.VM_UNREADABLE,
                "the configuration of %s (%s) can't be read: it is inaccessible, or the account lacks the right"
                        .formatted(vm.name(), vm.ref().value())));
    }

    static Optional<VmIdentity> identity(UUID vcenter, VmRecord vm) {
        return vm.uuids()
                .map(uuids -> new VmIdentity(new VmRef(vcenter, vm.ref().value()), uuids.bios(), uuids.instance()));
    }

    private Vm vm(VmRecord vm, VmIdentity identity) {
        var placement = new Placement(
                path(vm.home().host()), path(vm.home().pool()), path(vm.home().folder()));
        return new Vm(
                name,
                vm.name(),
                identity,
                vm.role(),
                vm.connection(),
                vm.power(),
                vm.guest(),
                vm.hardware(),
                placement);
    }

    private List<InventoryObject> path(Optional<MoRef> start) {
        var path = new ArrayList<InventoryObject>();
        var seen = new HashSet<MoRef>();
        Optional<MoRef> next = start;
        while (next.isPresent() && seen.add(next.get())) {
            PlaceRecord place = snapshot.places().get(next.get());
            if (place == null) {
                break;
            }
            path.add(new InventoryObject(place.ref().type(), place.ref().value(), place.name(), tags.of(place.ref())));
            next = place.parent();
        }
        return path;
    }
}
