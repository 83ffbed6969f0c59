package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.vm.VmParents;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What proves that a VM is gone.
///
/// @param vm           which one
/// @param vcenter      name of the vCenter that had it; its instance UUID when it is not there any more
/// @param observations in which it was not found
/// @param searched     names of the vCenters that were searched each time
/// @param destruction  by vCenter's own events; empty when the VM only disappeared
public record Proof(
        RecordedVm vm,
        String vcenter,
        Observations observations,
        List<String> searched,
        Optional<Destruction> destruction) {
    /// The looks for a VM, in a row, that did not find it.
    ///
    /// @param count     how many
    /// @param over      from the end of the first of them to the beginning of the last
    /// @param concluded when the last one was; nanoseconds of one monotonic clock
    public record Observations(int count, Duration over, long concluded) {}

    public Proof {
        searched = List.copyOf(searched);
    }

    /// Whether vCenter itself says that it was destroyed; else it may run somewhere, unknown to all vCenters.
    public boolean isDestroyed() {
        return destruction.isPresent();
    }

    /// Names of the vCenters that speak for the VM: the one that had it or, when that is not there any more, all.
    public List<String> speakers() {
        return isHomeThere() ? List.of(vcenter) : searched;
    }

    private boolean isHomeThere() {
        return searched.contains(vcenter);
    }

    /// One line for people: which VM, and what proves it.
    public String evidence() {
        String cause = destruction
                .map(end -> "was destroyed (" + end.task() + ", event " + end.event() + ")")
                .orElse("disappeared without being destroyed");
        String home = isHomeThere()
                ? "vCenter %s answered that there is no such object while %s could be read"
                        .formatted(vcenter, holders())
                : "somebody confirmed that its vCenter will not come back";
        return "VM %s (instance UUID %s) %s: %s, and no VM with its BIOS or instance UUID is in vCenter %s (%d observations over %d s)"
                .formatted(
                        vm.ref(),
                        vm.instanceUuid(),
                        cause,
                        home,
                        String.join(", ", searched),
                        observations.count(),
                        observations.over().toSeconds());
    }

    private String holders() {
        return vm.home().stream()
                .flatMap(home -> home.holders().stream())
                .map(VmParents.Place::toString)
                .collect(Collectors.joining(" and "));
    }
}
