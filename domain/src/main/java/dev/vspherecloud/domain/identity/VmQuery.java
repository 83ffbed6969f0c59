package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.VmIdentity;
import java.util.List;
import java.util.Optional;

/// How to find one Node's VM.
///
/// @param uuids    BIOS UUIDs the VM may have: one when the Node's provider id names it, else the reported system
///                 UUID in both byte orders; empty when the Node does not know its UUID
/// @param recorded the VM that was found before
public record VmQuery(NodeName node, List<SystemUuid> uuids, Optional<RecordedVm> recorded) {
    public VmQuery {
        uuids = List.copyOf(uuids);
    }

    /// Whether a VM with this identity may be the one asked for.
    public boolean accepts(VmIdentity vm) {
        return uuids.isEmpty() || uuids.contains(vm.biosUuid());
    }

    /// Whether the VM that the recorded reference names now is still the recorded one.
    ///
    /// A reference may come to name another VM, and a restored copy keeps the BIOS UUID of the original, so both
    /// UUIDs must match.
    public boolean confirms(VmIdentity vm) {
        return accepts(vm)
                && recorded.filter(known -> known.ref().equals(vm.ref())
                                && known.instanceUuid().equals(vm.instanceUuid()))
                        .isPresent();
    }
}
