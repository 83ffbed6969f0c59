package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.reconcile.Controller;
import java.util.List;

/// Makes a controller once this process leads. To add a controller to the program, add it to [#ALL].
///
/// The controller is made whether `--controllers` enables it or not, so its constructor starts nothing and asks
/// nobody; `Controller.start` does.
@FunctionalInterface
public interface ControllerFactory {
    /// The controllers of the program, in the order in which they start; they stop in the reverse order.
    List<ControllerFactory> ALL = List.of(CloudNodeController::new, CloudNodeLifecycleController::new);

    /// Makes the controller. Its name is that of a [ControllerName].
    Controller<?> make(SharedSources sources);
}
