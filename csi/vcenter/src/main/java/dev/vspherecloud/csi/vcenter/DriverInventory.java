package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.domain.attachment.AbsenceState;
import dev.vspherecloud.csi.domain.attachment.FollowedVms;
import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.csi.operations.attachment.AttachmentInventory;
import dev.vspherecloud.csi.vcenter.inventory.AbsenceChecks;
import dev.vspherecloud.csi.vcenter.inventory.InventoryNodes;
import dev.vspherecloud.domain.vm.Vm;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What the executor of attachments needs of the inventory.
///
/// @param nodes    the VMs and their disks
/// @param proofs   the proofs that VMs are gone
public record DriverInventory(InventoryNodes nodes, AbsenceChecks proofs) implements AttachmentInventory {
    @Override
    public FollowedVms machines() {
        return nodes.machines();
    }

    @Override
    public Optional<String> unknownReason() {
        return nodes.unknownReason();
    }

    @Override
    public Optional<String> untrustedReason() {
        return nodes.vanishedReason();
    }

    @Override
    public Set<String> silentVcenters() {
        return nodes.silentVcenters();
    }

    @Override
    public Map<String, AbsenceState> absences() {
        return proofs.states().entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(each -> each.getKey().value(), Map.Entry::getValue));
    }

    @Override
    public void onAttached(Vm vm, VmDisk disk) {
        nodes.onAttached(vm, disk);
    }

    @Override
    public void onDetached(Vm vm, String volumeId) {
        nodes.onDetached(vm, volumeId);
    }
}
