/// Runs controllers: a queue of keys, workers that bring the object of each key to its desired state, backoff,
/// and threads that restart after a failure.
///
/// A key names an object and does not say what happened to the object, so a controller always works from the
/// newest state. The package does not know Kubernetes or vSphere.
///
/// Threads: [Loop] starts its workers, and [Supervisor#start] a [SupervisedThread]; the class that starts a
/// thread stops it. If the work of a thread throws, [Supervisor] logs and counts the failure, and a
/// [RestartingTask] starts the work again after 1 to 60 seconds.
///
/// Begin with [Loop]; then [Controller], [ControllerSet] and [Supervisor].
@NullMarked
package dev.vspherecloud.reconcile;

import org.jspecify.annotations.NullMarked;
