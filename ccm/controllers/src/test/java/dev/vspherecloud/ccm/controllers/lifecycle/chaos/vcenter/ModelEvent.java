package dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter;

import dev.vspherecloud.domain.existence.Destruction;
import dev.vspherecloud.domain.vm.EventPosition;
import java.util.Optional;

/// An event in the history of a vCenter, with the task that caused it.
///
/// @param removed the VM that left the inventory by it; empty for any other event
/// @param method  of the task, for example `VirtualMachine.destroy`; empty if there was none
/// @param target  of the task
public record ModelEvent(EventPosition mark, String removed, String method, String target) {
    public static final String DESTROY = "VirtualMachine.destroy";

    /// Returns the destruction that the event shows: its task must have destroyed this VM itself, and not the host
    /// of the VM.
    Optional<Destruction> destructionOf(String moref) {
        return removed.equals(moref) && method.equals(DESTROY) && target.equals(moref)
                ? Optional.of(new Destruction(mark, "task-" + mark.key() + " " + method + " by OPS\\admin"))
                : Optional.empty();
    }
}
