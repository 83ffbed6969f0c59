package dev.vspherecloud.reconcile;

import java.time.Duration;
import java.util.Optional;

/// Brings the objects of one kind to their desired state, for as long as this process may write.
///
/// A [ControllerSet] starts and stops it. Each is started at most once and stopped at most once: a process that
/// loses its Lease ends. [LoopController] is the implementation for one queue with one [Reconciler].
///
/// Threads: the owner of the set calls [#start] and [#stop]; everything else may be called from anywhere.
///
/// @param <K> names an object, as in a Node's name
public interface Controller<K> {
    /// The name that the flag `--controllers`, health checks and people use, as in `cloud-node-controller`.
    String name();

    /// Starts its threads. Does not wait for them.
    void start();

    /// Enqueues the object, so that it is reconciled soon. Returns at once. Does nothing before [#start] and after
    /// [#stop].
    void enqueue(K key);

    /// Enqueues every known object, since an object may have changed without an event.
    void resync();

    /// Returns a failure that only a restart of the process can repair, such as a worker that has ended; empty if
    /// there is none. An API server or a vCenter that does not answer is no such failure.
    Optional<String> unhealthyReason();

    /// Ends its threads, and waits for them until all have ended or the time is over. If it returns in time, the
    /// controller writes nothing any more.
    void stop(Duration atMost);
}
