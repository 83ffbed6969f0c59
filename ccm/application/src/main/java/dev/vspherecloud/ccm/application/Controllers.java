package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.leader.CloudNodeController;
import dev.vspherecloud.ccm.application.leader.CloudNodeLifecycleController;
import dev.vspherecloud.ccm.application.leader.ControllerFactory;
import java.util.List;

/// The controllers of the program. To add one, add it to [#ALL].
final class Controllers {
    /// The controllers in the order in which they start; they stop in the reverse order.
    static final List<ControllerFactory> ALL = List.of(CloudNodeController::new, CloudNodeLifecycleController::new);

    private Controllers() {}
}
