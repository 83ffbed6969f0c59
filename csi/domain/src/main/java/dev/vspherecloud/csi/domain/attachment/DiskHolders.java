package dev.vspherecloud.csi.domain.attachment;

import dev.vspherecloud.csi.domain.attachment.FollowedVm.VmWithDisks;
import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.domain.identity.VmLookup;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The VMs that have the disk of a volume.
public sealed interface DiskHolders {
    /// All VMs of the cluster in this vCenter are known, with their disks.
    ///
    /// @param vms those that have the disk, in words
    record Known(List<String> vms) implements DiskHolders {
        public Known {
            vms = List.copyOf(vms);
        }
    }

    /// A VM may have the disk.
    record Unknown(String why) implements DiskHolders {}

    /// Finds the VMs that have the disk of a volume. A VM that has it is an answer even if another one is not known.
    ///
    /// @param vcenter the name of the vCenter of the volume; no other one matters
    /// @param gone    the keys of the machines that are proven to be gone
    static DiskHolders of(String volumeId, String vcenter, FollowedVms machines, Set<String> gone) {
        return of(machines.holding(volumeId), vm -> vm.disk(volumeId).isPresent(), vcenter::equals, machines, gone);
    }

    /// Finds the VMs that have a disk, in all vCenters.
    ///
    /// @param hasDisk returns true if one of these disks is the one
    /// @param gone    the keys of the machines that are proven to be gone
    static DiskHolders of(Predicate<List<VmDisk>> hasDisk, FollowedVms machines, Set<String> gone) {
        return of(machines.all().stream(), vm -> hasDisk.test(vm.disks().orElse(List.of())), _ -> true, machines, gone);
    }

    private static DiskHolders of(
            Stream<FollowedVm> holding,
            Predicate<VmWithDisks> isHolder,
            Predicate<String> isVcenter,
            FollowedVms machines,
            Set<String> gone) {
        List<String> holders = holding.filter(
                        machine -> !gone.contains(machine.key().value()))
                .flatMap(machine -> machine.vms().stream().filter(isHolder).map(holder -> "VM %s of %s"
                        .formatted(holder.vm(), machine.text())))
                .sorted()
                .toList();
        if (!holders.isEmpty()) {
            return new Known(holders);
        }
        return machines.all().stream()
                .filter(machine -> !gone.contains(machine.key().value()))
                .flatMap(machine -> unknown(machine, isVcenter).stream())
                .findFirst()
                .<DiskHolders>map(Unknown::new)
                .orElseGet(() -> new Known(List.of()));
    }

    private static Optional<String> unknown(FollowedVm machine, Predicate<String> isVcenter) {
        boolean isSilent = machine.lookup() instanceof VmLookup.Unknown(var silent)
                && silent.stream().anyMatch(each -> isVcenter.test(each.vcenter()));
        if (machine.lookup() instanceof VmLookup.Pending
                || (isSilent && machine.vms().isEmpty())) {
            return Optional.of("the VM of %s is not known yet".formatted(machine.text()));
        }
        return machine.vms().stream()
                .filter(vm -> isVcenter.test(vm.vm().vcenter()) && vm.disks().isEmpty())
                .map(vm -> "vCenter %s has not reported the disks of the VM of %s"
                        .formatted(vm.vm().vcenter(), machine.text()))
                .findFirst();
    }
}
