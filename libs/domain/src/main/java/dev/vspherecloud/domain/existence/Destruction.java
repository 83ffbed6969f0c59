package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.vm.EventPosition;

/// The events of vCenter that show that a VM was destroyed, including its files.
///
/// @param event the event by which the VM left the inventory
/// @param task  the task that caused the event, as in `task-42 VirtualMachine.destroy by CLUSTER\ops`
public record Destruction(EventPosition event, String task) {}
