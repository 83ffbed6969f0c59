package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.VmIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Describes how to find one Node's VM.
///
/// Only BIOS UUIDs are searched: an instance UUID may equal another VM's BIOS UUID, and the guest does not know
/// it.
///
/// @param namedUuid    the BIOS UUID in the Node's provider id
/// @param reportedUuid the system UUID that the kubelet reports, in its byte order
/// @param recorded the VM that was found before
public record VmQuery(
        NodeName node,
        Optional<SystemUuid> namedUuid,
        Optional<SystemUuid> reportedUuid,
        Optional<RecordedVm> recorded) {

    /// Returns a UUID, in one of its byte orders, of each machine that the Node names: usually one. There are none
    /// if the Node has only a name, and two if the kubelet runs on another machine than the provider id says.
    public List<SystemUuid> uuids() {
        var uuids = new ArrayList<SystemUuid>();
        namedUuid.ifPresent(uuids::add);
        reportedUuid
                .filter(uuid -> !namedUuid.map(uuid::isSameMachineAs).orElse(false))
                .ifPresent(uuids::add);
        return List.copyOf(uuids);
    }

    public boolean namesTwoUuids() {
        return uuids().size() > 1;
    }

    /// Returns true if the Node has only a name to search by.
    public boolean isByName() {
        return namedUuid.isEmpty() && reportedUuid.isEmpty();
    }

    /// Returns true if the name may count after the UUID led to no VM. A Node with a provider id is never matched
    /// by its name. A Node with a record is not either: its VM was known, so another VM of that name is a
    /// different one.
    public boolean mayMatchByName() {
        return namedUuid.isEmpty() && reportedUuid.isPresent() && recorded.isEmpty();
    }

    /// Returns true if this is a VM with the Node's name and without its UUID.
    ///
    /// @param hostName the host name of its guest, empty if not known
    public boolean isNameOnlyMatch(VmIdentity vm, String hostName) {
        return mayMatchByName() && HostNames.mayBeSameHost(node, hostName) && !hasUuidOf(vm);
    }

    /// Returns true if the Node names a UUID and this VM matches only by name.
    public boolean isByNameAlone(VmIdentity vm) {
        return !isByName() && !hasUuidOf(vm);
    }

    /// Returns true if the VM has a UUID that the Node names, in either byte order.
    public boolean hasUuidOf(VmIdentity vm) {
        return uuids().stream().anyMatch(uuid -> uuid.isSameMachineAs(vm.biosUuid()));
    }

    /// Returns true if the record can replace a search. It cannot if the Node names two machines or none.
    public boolean trustsRecord() {
        return recorded.isPresent() && uuids().size() == 1;
    }

    /// Returns true if both queries look for the same machines, whatever the byte order and the source of the
    /// UUIDs.
    public boolean isSameQuery(VmQuery other) {
        List<SystemUuid> ours = uuids();
        List<SystemUuid> theirs = other.uuids();
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

    /// Returns true if a VM may match this query.
    ///
    /// @param hostName the host name of its guest, empty if not known
    public boolean accepts(VmIdentity vm, String hostName) {
        return isByName() ? hostName.isEmpty() || HostNames.mayBeSameHost(node, hostName) : hasUuidOf(vm);
    }

    /// Returns true if the VM that the recorded reference names now is still the recorded one.
    ///
    /// A reference may come to name another VM, and a restored copy keeps the BIOS UUID of the original, so both
    /// UUIDs must match.
    public boolean matchesRecord(VmIdentity vm) {
        return accepts(vm, "")
                && recorded.filter(known -> known.ref().equals(vm.ref())
                                && known.instanceUuid().equals(vm.instanceUuid()))
                        .isPresent();
    }

    /// Returns the same query after this VM was found.
    public VmQuery withRecorded(RecordedVm found) {
        return new VmQuery(node, namedUuid, reportedUuid, Optional.of(found));
    }
}
