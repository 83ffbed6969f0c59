package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.domain.identity.NodeName;
import java.util.function.Consumer;

/// How the node controller has VMs recorded on their Nodes.
///
/// @param confirmed what the lifecycle controller found out about which VM is the Node's; empty without one
/// @param later     told of Nodes on which the VM should be recorded when there is time, see [VmRecorder]
public record VmRecording(ConfirmedVms confirmed, Consumer<NodeName> later) {}
