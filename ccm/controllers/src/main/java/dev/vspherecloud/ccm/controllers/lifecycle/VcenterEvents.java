package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore;
import dev.vspherecloud.ccm.domain.node.NodeEvents;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reports once that a vCenter was restored or replaced, with a log line and an Event about the leader's Lease.
///
/// Threads: confined.
final class VcenterEvents {
    private static final Logger log = LoggerFactory.getLogger(VcenterEvents.class);

    private final NodeEvents events;
    private final LifecycleStateStore lifecycleStateStore;

    VcenterEvents(NodeEvents events, LifecycleStateStore lifecycleStateStore) {
        this.events = events;
        this.lifecycleStateStore = lifecycleStateStore;
    }

    /// Reports the change of a vCenter.
    ///
    /// @param vcenter the configured name of the vCenter, or its instance UUID if it is not configured
    /// @param id the id that a person writes to acknowledge the change
    void onChanged(String vcenter, Reason reason, String id) {
        String command = lifecycleStateStore.acknowledgeCommand(id);
        var posted = new Reason(reason.code(), reason.message() + ": " + command);
        if (reason.code() == VsphereReason.VCENTER_RESTORED) {
            events.warning(vcenter, posted);
        } else {
            events.warning(posted);
        }
        log.atError()
                .addKeyValue("vcenter", vcenter)
                .addKeyValue("reason", reason.code().text())
                .addKeyValue("message", reason.message())
                .addKeyValue("acknowledge", command)
                .log("vCenter was restored or replaced; Nodes whose VMs it lacks are kept until you acknowledge it");
    }
}
