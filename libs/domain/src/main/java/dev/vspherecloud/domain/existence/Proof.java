package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.vm.VmParents;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The proof that a VM is gone.
///
/// @param vm           the VM
/// @param vcenter      the name of the vCenter that had the VM; its instance UUID if that vCenter does not
///     exist any more
/// @param observations the checks that did not find the VM
/// @param searched     the names of the vCenters that each check searched
/// @param destruction  the destruction, as the vCenter's own events show it; empty if the VM only disappeared
public record Proof(
        RecordedVm vm,
        String vcenter,
        Observations observations,
        List<String> searched,
        Optional<Destruction> destruction) {
    /// The consecutive checks that did not find the VM.
    ///
    /// @param count     the number of checks
    /// @param span      the time from the end of the first check to the beginning of the last
    /// @param concludedAt when the last check ended; nanoseconds of one monotonic clock
    public record Observations(int count, Duration span, long concludedAt) {}

    public Proof {
        searched = List.copyOf(searched);
    }

    /// Returns true if vCenter's events show that the VM was destroyed. If not, the VM may still run somewhere,
    /// unknown to all vCenters.
    public boolean isDestroyed() {
        return destruction.isPresent();
    }

    /// Returns the names of the vCenters whose answers prove that the VM is gone: the one that had the VM or,
    /// if it does not exist any more, all.
    public List<String> provingVcenters() {
        return isOwnerConfigured() ? List.of(vcenter) : searched;
    }

    private boolean isOwnerConfigured() {
        return searched.contains(vcenter);
    }

    /// Returns one line for messages: the VM, and what proves that it is gone.
    public String evidence() {
        String cause = destruction
                .map(end -> "was destroyed (" + end.task() + ", event " + end.event() + ")")
                .orElse("disappeared without being destroyed");
        String parents = isOwnerConfigured()
                ? "vCenter %s answered that there is no such object while %s could be read"
                        .formatted(vcenter, parentsText())
                : "a person confirmed that its vCenter will not come back";
        return "VM %s (instance UUID %s) %s: %s, and no VM with its BIOS or instance UUID is in vCenter %s (%d observations over %d s)"
                .formatted(
                        vm.ref(),
                        vm.instanceUuid(),
                        cause,
                        parents,
                        String.join(", ", searched),
                        observations.count(),
                        observations.span().toSeconds());
    }

    private String parentsText() {
        return vm.parents().stream()
                .flatMap(parents -> parents.folderAndPool().stream())
                .map(VmParents.Place::toString)
                .collect(Collectors.joining(" and "));
    }
}
