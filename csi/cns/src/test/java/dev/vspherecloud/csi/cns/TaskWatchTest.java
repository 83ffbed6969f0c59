package dev.vspherecloud.csi.cns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.inventory.object.ObjectChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Tests waiting for tasks with a subscription that the test answers.
class TaskWatchTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final MoRef TASK = new MoRef("Task", "task-1");
    private static final MoRef OTHER = new MoRef("Task", "task-2");
    private static final PropertyValue RUNNING = new PropertyValue.Text("TaskInfoState", "running");
    private static final PropertyValue SUCCESS = new PropertyValue.Text("TaskInfoState", "success");
    private static final PropertyValue EMPTY_BATCH = new PropertyValue.Text("CnsVolumeOperationBatchResult", "");

    private final RecordedSubscription subscription = new RecordedSubscription();
    private final AtomicBoolean isSilent = new AtomicBoolean();
    private final TaskWatch watch = new TaskWatch(subscription::open, isSilent::get, System::nanoTime, Duration.ZERO);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void close() {
        threads.shutdownNow();
        threads.close();
        watch.close();
    }

    @Test
    void aTaskThatEndsIsFinished() throws Exception {
        Future<TaskWaitResult> waiting = await(TASK);
        assertThat(subscription.changes.poll(2, TimeUnit.MINUTES)).isEqualTo("add [Task:task-1]");

        subscription.deliver(new ObjectChange.Entered(TASK, Map.of("info.state", RUNNING)));
        assertThat(waiting.isDone()).isFalse();
        assertThat(watch.waitingTasks()).isEqualTo(1);
        subscription.deliver(new ObjectChange.Changed(TASK, Map.of("info.state", SUCCESS, "info.result", EMPTY_BATCH)));

        TaskWaitResult result = waiting.get();
        assertThat(result).isInstanceOf(TaskWaitResult.Finished.class);
        assertThat(((TaskWaitResult.Finished) result).state()).isEqualTo(new CnsTaskState.Succeeded(List.of()));
        assertThat(watch.waitingTasks()).isZero();
    }

    @Test
    void aTaskThatIsFinishedAlreadyNeedsNoSecondChangeOfTheView() throws Exception {
        finish(TASK);
        assertThat(subscription.changes).hasSize(1);

        assertThat(watch.await(TASK, LONG)).isInstanceOf(TaskWaitResult.Finished.class);
        assertThat(subscription.changes).hasSize(1);
    }

    @Test
    void finishedTasksAreRemovedWithTheNextChangeOfTheView() throws Exception {
        finish(TASK);
        finish(OTHER);

        assertThat(subscription.changes)
                .containsExactly("add [Task:task-1]", "remove [Task:task-1]", "add [Task:task-2]");
        assertThat(watch.watchedTasks()).containsExactly(OTHER);
    }

    @Test
    void aTaskThatVcenterDoesNotKnowHasVanished() throws Exception {
        Future<TaskWaitResult> waiting = await(TASK);
        subscription.changes.take();

        subscription.deliver(new ObjectChange.Gone(TASK));

        assertThat(waiting.get()).isEqualTo(new TaskWaitResult.Vanished());
        assertThat(watch.await(TASK, LONG)).isEqualTo(new TaskWaitResult.Vanished());
        assertThat(subscription.changes).isEmpty();
        finish(OTHER);
        assertThat(subscription.changes).containsExactly("remove [Task:task-1]", "add [Task:task-2]");
    }

    @Test
    void aTaskThatIsMissingAfterANewConnectionHasVanished() throws Exception {
        Future<TaskWaitResult> lost = await(TASK);
        subscription.changes.take();
        Future<TaskWaitResult> kept = await(OTHER);
        subscription.changes.take();
        subscription.deliver(new ObjectChange.Entered(TASK, Map.of("info.state", RUNNING)));

        subscription.deliver(new ObjectChange.Restarted());
        subscription.deliver(new ObjectChange.Unreadable(OTHER));
        assertThat(lost.isDone()).isFalse();
        subscription.deliver(new ObjectChange.Complete());

        assertThat(lost.get()).isEqualTo(new TaskWaitResult.Vanished());
        assertThat(kept.isDone()).isFalse();
    }

    @Test
    void completeDoesNotMeanThatATaskThatIsStillToBeAddedHasVanished() throws Exception {
        Future<TaskWaitResult> waiting = await(TASK);
        subscription.changes.take();

        subscription.deliver(new ObjectChange.Complete());
        assertThat(waiting.isDone()).isFalse();

        subscription.deliver(new ObjectChange.Entered(TASK, Map.of("info.state", SUCCESS, "info.result", EMPTY_BATCH)));
        assertThat(waiting.get()).isInstanceOf(TaskWaitResult.Finished.class);
    }

    @Test
    void aTaskThatEndedBeforeVcenterForgotItIsFinished() throws Exception {
        finish(TASK);
        subscription.deliver(new ObjectChange.Gone(TASK));

        assertThat(watch.await(TASK, LONG)).isInstanceOf(TaskWaitResult.Finished.class);
    }

    @Test
    void atTheDeadlineATaskIsStillRunning() throws Exception {
        subscription.deliver(new ObjectChange.Complete());
        assertThat(watch.await(TASK, Duration.ZERO)).isEqualTo(new TaskWaitResult.StillRunning(Optional.empty()));

        Future<TaskWaitResult> waiting = threads.submit(() -> watch.await(TASK, Duration.ofMillis(300)));
        subscription.changes.take();
        subscription.deliver(new ObjectChange.Entered(TASK, Map.of("info.state", RUNNING)));

        assertThat(waiting.get())
                .isEqualTo(new TaskWaitResult.StillRunning(Optional.of(new CnsTaskState.Running(OptionalInt.empty()))));
    }

    @Test
    void atTheDeadlineVcenterIsLostIfItDoesNotAnswer() throws Exception {
        isSilent.set(true);
        assertThat(watch.await(TASK, Duration.ZERO))
                .isEqualTo(new TaskWaitResult.VcenterLost("vCenter does not answer"));

        isSilent.set(false);
        subscription.deliver(new ObjectChange.Refused("no such property"));
        assertThat(watch.await(TASK, Duration.ZERO)).isEqualTo(new TaskWaitResult.VcenterLost("no such property"));

        subscription.deliver(new ObjectChange.Restarted());
        assertThat(watch.await(TASK, Duration.ofMillis(1))).isInstanceOf(TaskWaitResult.VcenterLost.class);
    }

    @Test
    void newTasksAreAddedTogether() throws Exception {
        var gathering = new RecordedSubscription();
        try (var slow = new TaskWatch(gathering::open, () -> false, System::nanoTime, Duration.ofMillis(500))) {
            var waiting = new ArrayList<Future<TaskWaitResult>>();
            for (int i = 0; i < 50; i++) {
                var task = new MoRef("Task", "task-" + i);
                waiting.add(threads.submit(() -> slow.await(task, LONG)));
            }
            while (gathering.added < 50) {
                gathering.changes.take();
            }
            for (int i = 0; i < 50; i++) {
                gathering.deliver(new ObjectChange.Gone(new MoRef("Task", "task-" + i)));
            }
            for (Future<TaskWaitResult> each : waiting) {
                assertThat(each.get()).isEqualTo(new TaskWaitResult.Vanished());
            }
            assertThat(gathering.calls).isLessThan(10);
        }
    }

    @Test
    void severalThreadsMayWaitForOneTask() throws Exception {
        Future<TaskWaitResult> one = await(TASK);
        subscription.changes.take();
        Future<TaskWaitResult> two = await(TASK);

        subscription.deliver(new ObjectChange.Entered(TASK, Map.of("info.state", SUCCESS, "info.result", EMPTY_BATCH)));

        assertThat(one.get()).isEqualTo(two.get()).isInstanceOf(TaskWaitResult.Finished.class);
        assertThat(subscription.changes).isEmpty();
    }

    @Test
    void closingTheWatchEndsTheWait() throws Exception {
        finish(OTHER);
        Future<TaskWaitResult> waiting = await(TASK);
        while (subscription.added < 2) {
            Thread.onSpinWait();
        }

        watch.close();

        var closed = new TaskWaitResult.VcenterLost("the watch of tasks is closed");
        assertThat(waiting.get()).isEqualTo(closed);
        assertThat(watch.await(TASK, LONG)).isEqualTo(closed);
        assertThat(subscription.isClosed).isTrue();
    }

    @Test
    void aTaskThatEntersAgainHasOnlyItsNewValues() throws Exception {
        Future<TaskWaitResult> waiting = await(TASK);
        subscription.changes.take();
        subscription.deliver(new ObjectChange.Entered(TASK, Map.of("info.state", RUNNING, "info.result", EMPTY_BATCH)));

        subscription.deliver(new ObjectChange.Entered(TASK, Map.of("info.state", SUCCESS)));

        assertThat(((TaskWaitResult.Finished) waiting.get()).state()).isInstanceOf(CnsTaskState.Unreadable.class);
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        Future<TaskWaitResult> waiting = await(TASK);
        subscription.changes.take();

        threads.shutdownNow();

        assertThatThrownBy(waiting::get).hasCauseInstanceOf(InterruptedException.class);
    }

    private Future<TaskWaitResult> await(MoRef task) {
        return threads.submit(() -> watch.await(task, LONG));
    }

    private void finish(MoRef task) throws Exception {
        int before = subscription.added;
        Future<TaskWaitResult> waiting = await(task);
        while (subscription.added == before) {
            Thread.onSpinWait();
        }
        subscription.deliver(new ObjectChange.Entered(task, Map.of("info.state", SUCCESS, "info.result", EMPTY_BATCH)));
        assertThat(waiting.get()).isInstanceOf(TaskWaitResult.Finished.class);
    }

    /// Records the changes of the view.
    ///
    /// Threads: any; one at a time delivers.
    private static final class RecordedSubscription implements TaskWatch.Subscription {
        final LinkedBlockingQueue<String> changes = new LinkedBlockingQueue<>();
        volatile int added;
        volatile int calls;
        volatile boolean isClosed;
        private Consumer<ObjectChange> listener = _ -> {};

        TaskWatch.Subscription open(Consumer<ObjectChange> to) {
            listener = to;
            return this;
        }

        void deliver(ObjectChange change) {
            listener.accept(change);
        }

        @Override
        public synchronized void add(Collection<MoRef> tasks) {
            calls++;
            added += tasks.size();
            changes.add("add " + tasks);
        }

        @Override
        public synchronized void remove(Collection<MoRef> tasks) {
            calls++;
            changes.add("remove " + tasks);
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }
}
