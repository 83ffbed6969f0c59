package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.domain.identity.NodeName;
import java.util.function.Consumer;

/// How the node controller has VMs recorded on their Nodes.
///
/// @param confirmed the VM of each Node as the lifecycle controller confirmed it; empty without that controller
/// @param enqueueRecorder receives the Nodes on which the VM should be recorded when there is time, see [VmRecorder]
public record VmRecording(ConfirmedVms confirmed, Consumer<NodeName> enqueueRecorder) {}
