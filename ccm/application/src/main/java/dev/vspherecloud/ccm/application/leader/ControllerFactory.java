package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.reconcile.Controller;

/// Creates a controller when this process becomes the leader. `Controllers` in the parent package lists all
/// factories.
///
/// The controller is created even if `--controllers` disables it. So its constructor starts nothing and sends no
/// request; `Controller.start` does that.
@FunctionalInterface
public interface ControllerFactory {
    /// Creates the controller. Its name is one of [ControllerName].
    Controller make(SharedSources sources);
}
