package dev.vspherecloud.reconcile;

import java.time.Duration;
import java.util.Optional;

/// Brings the objects of one kind to their desired state, for as long as this process may write.
///
/// A [ControllerSet] starts and stops it. Each is started at most once and stopped at most once: a process that loses
/// its Lease ends. [LoopController] is the implementation for one queue with one [Reconciler].
///
/// Threads: the owner of the set calls [#start] and [#stop]; everything else may be called from anywhere.
///
/// @param <K> names an object, as in a Node's name
public interface Controller<K> {
    /// The name that the flag `--controllers`, health checks and people use, as in `cloud-node-controller`.
    String name();

    /// Starts its threads. Does not wait for them.
    void start();

    /// Has the object looked at soon. Returns at once. Does nothing before [#start] and after [#stop].
    void enqueue(K key);

    /// Has every object looked at soon that is known: there may have been a change that no news told.
    void resync();

    /// What only a restart of the process can mend, such as a worker that has ended; empty while all is well. That the
    /// API server or a vCenter does not answer is not meant.
    Optional<String> health();

    /// Ends its threads, and waits for them until all have ended or the time is over. When it returns in time, nothing
    /// is written any more.
    void stop(Duration atMost);
}
