package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.datacenter.DatacenterSelection;
import dev.vspherecloud.domain.identity.VcenterAnswer;
import dev.vspherecloud.domain.identity.VmCandidate;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.inventory.tag.TagCache;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Converts one vCenter's snapshot to its answer about one Node's VM. Pure.
///
/// @param name  the name of the vCenter, as configured
/// @param datacenters  the datacenters that count
record SnapshotLookup(String name, VcenterSnapshot snapshot, TagCache tags, DatacenterSelection datacenters) {

    /// Returns the answer of the vCenter about the VM of this query; empty before the search has a result.
    Optional<VcenterAnswer> lookup(VmQuery query) {
        return snapshot.vcenter()
                .flatMap(vcenter -> Optional.ofNullable(snapshot.searchResults().get(query.node()))
                        .filter(searchResult -> searchResult.isFor(query))
                        .flatMap(searchResult -> lookup(query, searchResult.vmLocation(), vcenter)));
    }

    private Optional<VcenterAnswer> lookup(VmQuery query, VmLocation vmLocation, UUID vcenter) {
        return switch (vmLocation) {
            case VmLocation.NotAsked() -> Optional.empty();
            case VmLocation.Nothing(Set<MoRef> nameMatches) -> answerFor(query, nameMatches, vcenter, false);
            case VmLocation.Candidates(Set<MoRef> refs) -> answerFor(query, refs, vcenter, true);
        };
    }

    /// Returns the answer with these VMs as candidates.
    ///
    /// @param isByUuid true if the VMs were found by their UUIDs, so that an unreadable VM may be the Node's
    private Optional<VcenterAnswer> answerFor(VmQuery query, Set<MoRef> refs, UUID vcenter, boolean isByUuid) {
        var candidates = new ArrayList<VmCandidate>();
        for (MoRef ref : refs) {
            VmRecord vm = snapshot.vms().get(ref);
            if (vm == null) {
                return Optional.empty();
            }
            (isByUuid ? candidate(query, vm, vcenter) : nameOnlyCandidate(query, vm, vcenter))
                    .ifPresent(candidates::add);
        }
        return Optional.of(new VcenterAnswer.Answered(name, candidates));
    }

    /// Returns the VM as a candidate. If a VM exists but its UUIDs cannot be read, it is an unreadable
    /// candidate: it does not prove that the Node has no VM.
    private Optional<VmCandidate> candidate(VmQuery query, VmRecord vm, UUID vcenter) {
        Optional<VmIdentity> identity = identity(vcenter, vm);
        if (identity.isEmpty()) {
            return Optional.of(new VmCandidate.Unreadable(
                    name, vm.name(), new VmRef(vcenter, vm.ref().value()), vm.connection()));
        }
        return identity.filter(each -> query.accepts(each, vm.guest().hostName()))
                .map(each -> toKnown(vm(vm, each)));
    }

    /// Returns the VM as a candidate by name, if its identity can be read. Without the identity, a VM with the
    /// Node's name proves nothing.
    private Optional<VmCandidate> nameOnlyCandidate(VmQuery query, VmRecord vm, UUID vcenter) {
        String hostName = vm.guest().hostName();
        return identity(vcenter, vm)
                .filter(each -> query.hasUuidOf(each) || query.isNameOnlyMatch(each, hostName))
                .map(each -> toKnown(vm(vm, each)));
    }

    private VmCandidate toKnown(Vm vm) {
        return new VmCandidate.Known(vm, datacenters.excluding(vm.placement()));
    }

    static Optional<VmIdentity> identity(UUID vcenter, VmRecord vm) {
        return vm.uuids()
                .map(uuids -> new VmIdentity(new VmRef(vcenter, vm.ref().value()), uuids.bios(), uuids.instance()));
    }

    private Vm vm(VmRecord vm, VmIdentity identity) {
        Placement placement = new AncestorPaths(snapshot.ancestors(), tags).placementOf(vm);
        return new Vm(
                name,
                vm.name(),
                identity,
                vm.role(),
                vm.connection(),
                vm.power(),
                vm.guest(),
                vm.hardware(),
                placement,
                Optional.ofNullable(snapshot.seenAt().get(vm.ref())));
    }
}
