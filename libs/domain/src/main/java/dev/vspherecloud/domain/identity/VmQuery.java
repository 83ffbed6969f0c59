package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.VmIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How to find one Node's VM.
///
/// Only BIOS UUIDs are searched: an instance UUID may equal another VM's BIOS UUID, and the guest does not know it.
///
/// @param named    the BIOS UUID in the Node's provider id
/// @param reported the system UUID that the kubelet reports, in its byte order
/// @param recorded the VM that was found before
public record VmQuery(
        NodeName node, Optional<SystemUuid> named, Optional<SystemUuid> reported, Optional<RecordedVm> recorded) {

    /// A UUID, in one of its byte orders, of each machine that the Node names: as a rule one. None when only its name
    /// is left, and two when the kubelet runs on another machine than the provider id says.
    public List<SystemUuid> machines() {
        var machines = new ArrayList<SystemUuid>();
        named.ifPresent(machines::add);
        reported.filter(uuid -> !named.map(uuid::isSameMachineAs).orElse(false)).ifPresent(machines::add);
        return List.copyOf(machines);
    }

    public boolean namesTwoMachines() {
        return machines().size() > 1;
    }

    /// Whether the Node's name is all there is to search by.
    public boolean isByName() {
        return named.isEmpty() && reported.isEmpty();
    }

    /// Returns whether the name may count after the UUID led to no VM. A Node with a provider id is never
    /// matched by its name. Neither is one with a record: its VM was known, and another of that name is another
    /// VM.
    public boolean mayMatchByName() {
        return named.isEmpty() && reported.isPresent() && recorded.isEmpty();
    }

    /// Returns whether this is a VM with the Node's name and without its UUID.
    ///
    /// @param hostName what its guest calls itself, empty when that is not known
    public boolean isNamesake(VmIdentity vm, String hostName) {
        return mayMatchByName() && HostNames.mayBe(node, hostName) && !hasUuidOf(vm);
    }

    /// Returns whether nothing but its name leads from a Node that names a UUID to this VM.
    public boolean isByNameAlone(VmIdentity vm) {
        return !isByName() && !hasUuidOf(vm);
    }

    /// Returns whether the VM has a UUID that the Node names, in either byte order.
    public boolean hasUuidOf(VmIdentity vm) {
        return machines().stream().anyMatch(uuid -> uuid.isSameMachineAs(vm.biosUuid()));
    }

    /// Whether what was recorded is as good as a search: not when the machine itself is in question.
    public boolean trustsRecord() {
        return recorded.isPresent() && machines().size() == 1;
    }

    /// Whether both look for the same machines, whatever the byte order and who says so.
    public boolean seeksTheSameAs(VmQuery other) {
        List<SystemUuid> ours = machines();
        List<SystemUuid> theirs = other.machines();
        if (ours.size() != theirs.size()) {
            return false;
        }
        for (int i = 0; i < ours.size(); i++) {
            if (!ours.get(i).isSameMachineAs(theirs.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// Whether a VM may be one that is asked for.
    ///
    /// @param hostName what its guest calls itself, empty when that is not known
    public boolean accepts(VmIdentity vm, String hostName) {
        return isByName() ? hostName.isEmpty() || HostNames.mayBe(node, hostName) : hasUuidOf(vm);
    }

    /// Whether the VM that the recorded reference names now is still the recorded one.
    ///
    /// A reference may come to name another VM, and a restored copy keeps the BIOS UUID of the original, so both
    /// UUIDs must match.
    public boolean confirms(VmIdentity vm) {
        return accepts(vm, "")
                && recorded.filter(known -> known.ref().equals(vm.ref())
                                && known.instanceUuid().equals(vm.instanceUuid()))
                        .isPresent();
    }

    /// The same question, after this VM was found.
    public VmQuery remembering(RecordedVm found) {
        return new VmQuery(node, named, reported, Optional.of(found));
    }
}
