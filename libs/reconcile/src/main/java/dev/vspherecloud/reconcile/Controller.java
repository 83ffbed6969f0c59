package dev.vspherecloud.reconcile;

import java.time.Duration;
import java.util.Optional;

/// A job that a process does for as long as it may write.
///
/// A [ControllerSet] starts and stops a controller. Each is started at most once and stopped at most once: a
/// process that loses its Lease ends. [ThreadController] is the implementation for work with a thread of its own, and
/// [KeyedController] is one that brings objects to their desired state, each by its key.
///
/// Threads: the owner of the set calls [#start] and [#stop]; everything else may be called from anywhere.
public interface Controller {
    /// Returns the name that logs and health checks use, as in `cloud-node-controller`.
    String name();

    /// Starts the threads of the controller, and does not wait for them.
    void start();

    /// Returns a failure that only a restart of the process can repair, for example a worker that has ended.
    /// Empty if there is no such failure. An API server or a vCenter that does not answer is not such a
    /// failure.
    Optional<String> unhealthyReason();

    /// Stops the threads of the controller. It waits until all have ended, but at most this long. If all have
    /// ended, the controller writes nothing any more.
    void stop(Duration atMost);
}
