package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.vm.EventPosition;

/// vCenter's own word that a VM was destroyed, files and all.
///
/// @param event by which it left the inventory
/// @param task  that was its cause, as in `task-42 VirtualMachine.destroy by CLUSTER\ops`
public record Destruction(EventPosition event, String task) {}
