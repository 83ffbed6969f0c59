package dev.vspherecloud.reconcile;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/// The controllers of a process, and the order in which they start and stop.
///
/// They start in the order of the list, and stop in the reverse order, one after the other. If a controller
/// fails to stop, this is logged, and the others are stopped all the same.
///
/// Threads: the owner starts and stops; [#running] and [#resync] may be called from anywhere.
public final class ControllerSet {
    private final List<Controller> controllers;
    private final Supervisor supervisor;
    private final List<Controller> running = new CopyOnWriteArrayList<>();

    /// Creates a set whose controllers are not started yet.
    ///
    /// @param controllers the controllers in the order in which they start, each with a name of its own
    /// @throws IllegalArgumentException if two have the same name
    public ControllerSet(List<? extends Controller> controllers, Supervisor supervisor) {
        this.controllers = List.copyOf(controllers);
        this.supervisor = supervisor;
        long names = controllers.stream().map(Controller::name).distinct().count();
        if (names < controllers.size()) {
            throw new IllegalArgumentException("two controllers have the same name");
        }
    }

    /// Starts all controllers.
    public void start() {
        start(controllers.stream().map(Controller::name).collect(Collectors.toSet()));
    }

    /// Starts the controllers of these names, and then enqueues every object of each [KeyedController] that runs. A
    /// name that no controller has is ignored.
    public void start(Set<String> names) {
        for (Controller controller : controllers) {
            if (names.contains(controller.name()) && !running.contains(controller)) {
                controller.start();
                running.add(controller);
            }
        }
        resync();
    }

    /// Returns the controllers that were started and not stopped, in the order in which they started.
    public List<Controller> running() {
        return List.copyOf(running);
    }

    /// Enqueues every known object of each [KeyedController] that runs.
    public void resync() {
        running.forEach(each -> {
            if (each instanceof KeyedController<?> keyed) {
                keyed.resync();
            }
        });
    }

    /// Returns why a controller that runs does not work; empty if all do.
    public Optional<String> unhealthyReason() {
        return running.stream().flatMap(each -> each.unhealthyReason().stream()).findFirst();
    }

    /// Stops all controllers that run.
    ///
    /// @param atMost how long to wait for each of them
    public void stop(Duration atMost) {
        for (Controller controller : List.copyOf(running).reversed()) {
            boolean _ = supervisor.attempt("controller", "stop of " + controller.name(), () -> controller.stop(atMost));
            running.remove(controller);
        }
    }
}
