package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.domain.identity.NodeName;
import java.util.function.Consumer;

/// Connects the node controller with the recording of VMs on Nodes.
///
/// @param confirmed the VM of each Node that the lifecycle controller confirmed; empty if that controller does not
///     run
/// @param enqueueRecorder receives the Nodes on which [VmRecorder] should record the VM
public record VmRecording(ConfirmedVms confirmed, Consumer<NodeName> enqueueRecorder) {}
