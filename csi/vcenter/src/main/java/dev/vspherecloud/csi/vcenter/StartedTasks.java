package dev.vspherecloud.csi.vcenter;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/// The tasks that this process started and whose end it has not seen.
///
/// They run, as far as this process knows, so their state need not be asked for. A task whose call gave up at its
/// deadline does not count against the limit any more, and no task stays longer than a call waits: perhaps no
/// call asks for it again.
///
/// Threads: any. The monitor guards the state. Times are those of [System#nanoTime].
final class StartedTasks {
    /// Longer than the deadline of any call: csi-provisioner waits 5 minutes.
    private static final Duration LONGEST = Duration.ofMinutes(15);

    private final int limit;
    private final Map<String, StartedTask> tasks = new HashMap<>();

    /// A task that was started.
    ///
    /// @param begun     when its call was sent
    /// @param isAwaited false after its call gave up
    private record StartedTask(long begun, boolean isAwaited) {}

    /// Creates an empty set.
    ///
    /// @param limit the number of tasks from which on [#start] returns true
    StartedTasks(int limit) {
        this.limit = limit;
    }

    /// Adds a task.
    ///
    /// @param begun when its call was sent
    /// @return true if as many tasks are awaited as may run at the same time
    synchronized boolean start(String id, long begun) {
        tasks.values().removeIf(task -> begun - task.begun > LONGEST.toNanos());
        tasks.put(id, new StartedTask(begun, true));
        return tasks.values().stream().filter(StartedTask::isAwaited).count() >= limit;
    }

    synchronized boolean contains(String id) {
        return tasks.containsKey(id);
    }

    /// Notes that the call of a task gave up at its deadline. The task goes on.
    synchronized void giveUp(String id) {
        tasks.computeIfPresent(id, (_, task) -> new StartedTask(task.begun, false));
    }

    /// Removes a task that has ended.
    ///
    /// @return when its call was sent; empty if that is not known
    synchronized OptionalLong end(String id) {
        StartedTask task = tasks.remove(id);
        return task == null ? OptionalLong.empty() : OptionalLong.of(task.begun);
    }
}
