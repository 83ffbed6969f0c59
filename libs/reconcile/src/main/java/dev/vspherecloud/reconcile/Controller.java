package dev.vspherecloud.reconcile;

import java.time.Duration;
import java.util.Optional;

/// Brings the objects of one kind to their desired state, for as long as this process may write.
///
/// A [ControllerSet] starts and stops a controller. Each is started at most once and stopped at most once: a
/// process that loses its Lease ends. [LoopController] is the implementation for one queue with one
/// [Reconciler].
///
/// Threads: the owner of the set calls [#start] and [#stop]; everything else may be called from anywhere.
///
/// @param <K> the key that names an object, for example a Node's name
public interface Controller<K> {
    /// Returns the name that the flag `--controllers` and health checks use, as in `cloud-node-controller`.
    String name();

    /// Starts the threads of the controller, and does not wait for them.
    void start();

    /// Enqueues the object, so that it is reconciled soon. Returns at once. Does nothing before [#start] and after
    /// [#stop].
    void enqueue(K key);

    /// Enqueues every known object, because an object may have changed without an event.
    void resync();

    /// Returns a failure that only a restart of the process can repair, for example a worker that has ended.
    /// Empty if there is no such failure. An API server or a vCenter that does not answer is not such a
    /// failure.
    Optional<String> unhealthyReason();

    /// Stops the threads of the controller. It waits until all have ended, but at most this long. If all have
    /// ended, the controller writes nothing any more.
    void stop(Duration atMost);
}
