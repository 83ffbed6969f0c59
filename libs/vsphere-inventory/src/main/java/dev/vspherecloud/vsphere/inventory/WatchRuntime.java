package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import java.util.function.LongSupplier;

/// What the threads of a watcher need to run.
///
/// @param nanoTime   a monotonic clock, as [System#nanoTime]
/// @param supervisor restarts them after failures
public record WatchRuntime(LongSupplier nanoTime, Sleeper sleeper, Supervisor supervisor) {}
