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
/// @param namedUuid    the BIOS UUID in the Node's provider ID
/// @param reportedUuid the system UUID that the kubelet reports, in the kubelet's byte order
/// @param recorded the VM that was found for the Node before
public record VmQuery(
        NodeName node,
        Optional<SystemUuid> namedUuid,
        Optional<SystemUuid> reportedUuid,
        Optional<RecordedVm> recorded) {

    /// Returns one UUID of each machine that the Node names, in one of its byte orders. There is usually one.
    /// There are none if the Node has only a name, and two if the kubelet runs on another machine than the
    /// provider ID says.
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

    /// Returns true if the Node names no UUID, so that its VM can only be searched by name.
    public boolean isByName() {
        return namedUuid.isEmpty() && reportedUuid.isEmpty();
    }

    /// Returns true if the Node's name may count when no VM has its UUID. A Node with a provider ID is never
    /// matched by its name. A Node with a record is not either: its VM was known, so another VM of that name is
    /// a different one.
    public boolean mayMatchByName() {
        return namedUuid.isEmpty() && reportedUuid.isPresent() && recorded.isEmpty();
    }

    /// Returns true if the VM has the Node's name but not its UUID, and the Node may be matched by name.
    ///
    /// @param hostName the host name of the VM's guest, empty if not known
    public boolean isNameOnlyMatch(VmIdentity vm, String hostName) {
        return mayMatchByName() && HostNames.mayBeSameHost(node, hostName) && !hasUuidOf(vm);
    }

    /// Returns true if the Node names a UUID and this VM does not have it, so that the VM matches only by name.
    public boolean isByNameAlone(VmIdentity vm) {
        return !isByName() && !hasUuidOf(vm);
    }

    /// Returns true if the VM has a UUID that the Node names, in either byte order.
    public boolean hasUuidOf(VmIdentity vm) {
        return uuids().stream().anyMatch(uuid -> uuid.isSameMachineAs(vm.biosUuid()));
    }

    /// Returns true if the recorded VM can be used without a search. If the Node names two machines or none, it
    /// cannot.
    public boolean trustsRecord() {
        return recorded.isPresent() && uuids().size() == 1;
    }

    /// Returns true if both queries look for the same machines. The byte order of the UUIDs and where they come
    /// from do not matter.
    public boolean isSameQuery(VmQuery other) {
        List<SystemUuid> own = uuids();
        List<SystemUuid> others = other.uuids();
        if (own.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < own.size(); i++) {
            if (!own.get(i).isSameMachineAs(others.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// Returns true if a VM may match this query.
    ///
    /// @param hostName the host name of the VM's guest, empty if not known
    public boolean accepts(VmIdentity vm, String hostName) {
        return isByName() ? hostName.isEmpty() || HostNames.mayBeSameHost(node, hostName) : hasUuidOf(vm);
    }

    /// Returns true if the given VM, which the recorded reference names now, is still the recorded one.
    ///
    /// After a restore, a reference may name another VM, and a restored copy keeps the BIOS UUID of the
    /// original. So both UUIDs must match.
    public boolean matchesRecord(VmIdentity vm) {
        return accepts(vm, "")
                && recorded.filter(known -> known.ref().equals(vm.ref())
                                && known.instanceUuid().equals(vm.instanceUuid()))
                        .isPresent();
    }

    /// Returns this query with the given VM as the recorded VM.
    public VmQuery withRecorded(RecordedVm found) {
        return new VmQuery(node, namedUuid, reportedUuid, Optional.of(found));
    }
}
