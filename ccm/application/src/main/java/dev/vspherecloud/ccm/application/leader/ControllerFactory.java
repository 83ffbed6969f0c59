package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.reconcile.Controller;

/// Creates a controller once this process leads. The list of all is `Controllers`, in the package above.
///
/// The controller is created whether `--controllers` enables it or not. So its constructor starts nothing and
/// sends no request; `Controller.start` does.
@FunctionalInterface
public interface ControllerFactory {
    /// Creates the controller. Its name is that of a [ControllerName].
    Controller<?> make(SharedSources sources);
}
