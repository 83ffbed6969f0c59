package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.reconcile.Controller;

/// Makes a controller once this process leads. The list of all is `Controllers`, in the package above.
///
/// The controller is made whether `--controllers` enables it or not, so its constructor starts nothing and asks
/// nobody; `Controller.start` does.
@FunctionalInterface
public interface ControllerFactory {
    /// Makes the controller. Its name is that of a [ControllerName].
    Controller<?> make(SharedSources sources);
}
