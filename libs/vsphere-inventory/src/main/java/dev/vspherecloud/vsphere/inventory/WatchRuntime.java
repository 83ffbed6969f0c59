package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import java.util.function.LongSupplier;

/// The clock, the sleeper and the supervisor for the threads of a watcher.
///
/// @param nanoTime   a monotonic clock, as [System#nanoTime]
/// @param supervisor restarts the threads after failures
public record WatchRuntime(LongSupplier nanoTime, Sleeper sleeper, Supervisor supervisor) {}
