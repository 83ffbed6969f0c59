package dev.vspherecloud.csi.cns;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.inventory.VcenterWatcher;
import dev.vspherecloud.vsphere.inventory.object.ObjectChange;
import dev.vspherecloud.vsphere.inventory.object.ObjectInterest;
import dev.vspherecloud.vsphere.inventory.object.ObjectSubscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Waits for the tasks of one vCenter. All tasks are in one list view of the inventory's long poll, so a task
/// that runs causes no call, however long it takes.
///
/// New tasks are collected for a moment before they are added to the view together, because each change of the
/// view interrupts the long poll. While many tasks run, that takes longer: they end in any case at different times,
/// and then one change and one response of vCenter serve many of them. While very many run, it does not: each change
/// adds many of them anyway. Tasks without a thread that waits for them are removed with the next change.
///
/// Threads: any number of threads may wait, and each needs only its own thread. The changes arrive on the
/// watcher's thread. A lock guards the state; it is never held during a call that may block.
public final class TaskWatch implements AutoCloseable {
    /// From how many running tasks new ones are collected longer.
    private static final int MANY_TASKS = 8;

    /// Up to how many. With more of them, each change of the view adds many tasks without that.
    private static final int MOST_TASKS = 32;

    /// How many times longer.
    private static final int MANY_FACTOR = 5;

    private final LongSupplier nanoTime;
    private final long gatherNanos;
    private final BooleanSupplier isVcenterSilent;
    private final Subscription subscription;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /// The tasks in the view, and those that are to be added to it.
    private final Map<MoRef, WatchedTask> tasks = new HashMap<>();

    /// When the first of the collected tasks came, in nanoseconds; empty if none are collected.
    private OptionalLong collectedSince = OptionalLong.empty();

    /// False while the states are not current: before the first full state, and while it is read again.
    private boolean isCurrent;

    /// Why vCenter does not accept the filter; empty if it does.
    private Optional<String> refusal = Optional.empty();

    private boolean isClosed;

    /// The part of an [ObjectSubscription] that this class needs. No method blocks.
    interface Subscription {
        void add(Collection<MoRef> added);

        void remove(Collection<MoRef> removed);

        void close();
    }

    /// Creates a watch.
    ///
    /// @param subscribe starts to deliver the changes of tasks to a listener, which does not block
    /// @param isVcenterSilent returns true while vCenter does not answer
    /// @param nanoTime a monotonic clock, as [System#nanoTime]
    /// @param gather how long to collect new tasks before they are added to the view
    TaskWatch(
            Function<Consumer<ObjectChange>, Subscription> subscribe,
            BooleanSupplier isVcenterSilent,
            LongSupplier nanoTime,
            Duration gather) {
        this.nanoTime = nanoTime;
        this.gatherNanos = gather.toNanos();
        this.isVcenterSilent = isVcenterSilent;
        this.subscription = subscribe.apply(this::onChange);
    }

    /// Starts to watch the tasks of one vCenter.
    ///
    /// @param watcher the watcher of the vCenter; its client is created for the types `VIM25_AND_VSAN`
    /// @param nanoTime a monotonic clock, as [System#nanoTime]
    /// @param gather how long to collect new tasks before they are added to the view, if few tasks run; each change
    /// of the view costs two to four calls
    public static TaskWatch start(VcenterWatcher watcher, LongSupplier nanoTime, Duration gather) {
        ObjectInterest tasks = ObjectInterest.inSome("Task", CnsTaskParser.statePaths());
        return new TaskWatch(
                listener -> new WatcherSubscription(watcher.subscribe(tasks, listener)),
                () -> watcher.silence().isPresent(),
                nanoTime,
                gather);
    }

    /// Waits until a task is over.
    ///
    /// Several threads may wait for the same task. A thread that was interrupted, or whose deadline has come, may
    /// wait again later.
    ///
    /// @param deadline how long to wait at most
    public TaskWaitResult await(MoRef task, Duration deadline) throws InterruptedException {
        long end = nanoTime.getAsLong() + deadline.toNanos();
        lock.lockInterruptibly();
        try {
            WatchedTask watched = tasks.computeIfAbsent(task, _ -> new WatchedTask());
            watched.waiting++;
            try {
                return await(watched, end);
            } finally {
                watched.waiting--;
                if (watched.waiting == 0 && !watched.isAdded) {
                    tasks.remove(task, watched);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private TaskWaitResult await(WatchedTask task, long end) throws InterruptedException {
        while (true) {
            Optional<TaskWaitResult> result = task.result();
            if (result.isPresent()) {
                return result.get();
            }
            if (isClosed) {
                return new TaskWaitResult.VcenterLost("the watch of tasks is closed");
            }
            long now = nanoTime.getAsLong();
            if (end - now <= 0) {
                return atDeadline(task);
            }
            long longest = end - now;
            if (!task.isAdded) {
                long since = collectedSince.orElse(now);
                long untilAdd = since + currentGatherNanos() - now;
                if (untilAdd <= 0) {
                    changeView();
                    continue;
                }
                collectedSince = OptionalLong.of(since);
                longest = Math.min(longest, untilAdd);
            }
            long _ = changed.awaitNanos(longest);
        }
    }

    private long currentGatherNanos() {
        long running = tasks.values().stream()
                .filter(task -> task.waiting > 0 && task.result().isEmpty())
                .count();
        return running < MANY_TASKS || running > MOST_TASKS ? gatherNanos : gatherNanos * MANY_FACTOR;
    }

    private TaskWaitResult atDeadline(WatchedTask task) {
        if (refusal.isPresent()) {
            return new TaskWaitResult.VcenterLost(refusal.get());
        }
        if (isVcenterSilent.getAsBoolean()) {
            return new TaskWaitResult.VcenterLost("vCenter does not answer");
        }
        return isCurrent || !task.isAdded
                ? new TaskWaitResult.StillRunning(task.state())
                : new TaskWaitResult.VcenterLost("vCenter has not sent the tasks yet in this session");
    }

    /// Adds the collected tasks to the view, and removes those without a thread that waits. The lock is held:
    /// otherwise a task that is added again could be removed by the earlier change.
    private void changeView() {
        collectedSince = OptionalLong.empty();
        List<MoRef> added = new ArrayList<>();
        List<MoRef> removed = new ArrayList<>();
        tasks.forEach((task, watched) -> {
            if (watched.waiting == 0) {
                removed.add(task);
            } else if (!watched.isAdded) {
                watched.isAdded = true;
                added.add(task);
            }
        });
        removed.forEach(tasks::remove);
        if (!removed.isEmpty()) {
            subscription.remove(removed);
        }
        subscription.add(added);
    }

    private void onChange(ObjectChange change) {
        lock.lock();
        try {
            apply(change);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void apply(ObjectChange change) {
        switch (change) {
            case ObjectChange.Restarted() -> {
                isCurrent = false;
                refusal = Optional.empty();
                tasks.values().forEach(WatchedTask::onRestarted);
            }
            case ObjectChange.Entered(var task, var values) -> {
                clearValues(task);
                setValues(task, values);
            }
            case ObjectChange.Unreadable(var task) -> {
                clearValues(task);
                setValues(task, Map.of());
            }
            case ObjectChange.Changed(var task, var changes) -> setValues(task, changes);
            case ObjectChange.Gone(var task) -> {
                WatchedTask watched = tasks.get(task);
                if (watched != null) {
                    watched.isGone = true;
                }
            }
            case ObjectChange.Complete() -> {
                isCurrent = true;
                tasks.values().forEach(WatchedTask::onComplete);
            }
            case ObjectChange.Refused(var why) -> refusal = Optional.of(why);
        }
    }

    private void clearValues(MoRef task) {
        WatchedTask watched = tasks.get(task);
        if (watched != null) {
            watched.values.clear();
        }
    }

    private void setValues(MoRef task, Map<String, PropertyValue> values) {
        WatchedTask watched = tasks.get(task);
        if (watched != null) {
            watched.values.putAll(values);
            watched.isUnconfirmed = false;
            watched.isGone = false;
        }
    }

    /// Ends the watch. Threads that wait get [TaskWaitResult.VcenterLost] at once, and so do later calls, except
    /// for tasks that are known to be over.
    @Override
    public void close() {
        lock.lock();
        try {
            isClosed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        subscription.close();
    }

    /// Returns the number of tasks for whose end a thread waits now.
    public int waitingTasks() {
        lock.lock();
        try {
            return (int)
                    tasks.values().stream().filter(task -> task.waiting > 0).count();
        } finally {
            lock.unlock();
        }
    }

    /// Returns the tasks that are in the view, or about to be added.
    Set<MoRef> watchedTasks() {
        lock.lock();
        try {
            return new HashSet<>(tasks.keySet());
        } finally {
            lock.unlock();
        }
    }

    /// The state of one task as far as vCenter has reported it.
    ///
    /// Threads: guarded by the lock of the watch.
    private static final class WatchedTask {
        final Map<String, PropertyValue> values = new HashMap<>();
        int waiting;
        boolean isAdded;
        boolean isGone;

        /// True if vCenter reads the tasks again and has not delivered this one yet.
        boolean isUnconfirmed;

        private @Nullable TaskWaitResult finished;

        void onRestarted() {
            isUnconfirmed = isAdded;
        }

        /// Called when vCenter has delivered all tasks that were in the view when it began to read them again.
        void onComplete() {
            isGone |= isUnconfirmed;
            isUnconfirmed = false;
        }

        Optional<CnsTaskState> state() {
            return values.containsKey("info.state") ? Optional.of(CnsTaskParser.state(values)) : Optional.empty();
        }

        /// Returns the result of the task, if there is one. A task that ended before vCenter forgot it has ended.
        Optional<TaskWaitResult> result() {
            if (finished == null) {
                finished = state().filter(CnsTaskState::isFinished)
                        .<TaskWaitResult>map(state -> new TaskWaitResult.Finished(state, CnsTaskParser.times(values)))
                        .orElse(null);
            }
            if (finished != null) {
                return Optional.of(finished);
            }
            return isGone ? Optional.of(new TaskWaitResult.Vanished()) : Optional.empty();
        }
    }

    /// A subscription of the inventory.
    private record WatcherSubscription(ObjectSubscription subscription) implements Subscription {
        @Override
        public void add(Collection<MoRef> added) {
            subscription.add(added);
        }

        @Override
        public void remove(Collection<MoRef> removed) {
            subscription.remove(removed);
        }

        @Override
        public void close() {
            subscription.close();
        }
    }
}
