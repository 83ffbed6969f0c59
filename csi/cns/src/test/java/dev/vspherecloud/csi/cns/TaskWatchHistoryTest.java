package dev.vspherecloud.csi.cns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.client.PropertyValue.Struct;
import dev.vspherecloud.vsphere.client.PropertyValue.Text;
import dev.vspherecloud.vsphere.inventory.object.ObjectChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Lets many threads wait for tasks while a modelled vCenter ends them, forgets them and loses connections at
/// random. Each thread gets the result of its own task, or learns that the model forgot it.
class TaskWatchHistoryTest {
    private static final int TASKS = 150;
    private static final MoRef LAST = task(TASKS);
    private static final Duration LONG = Duration.ofHours(1);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void eachThreadGetsTheResultOfItsTask(long seed) throws Exception {
        var vcenter = new ModelVcenter(seed);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var watch = new TaskWatch(vcenter::open, () -> false, System::nanoTime, Duration.ofMillis(1))) {
            Thread watcher = Thread.ofPlatform().daemon().start(vcenter::run);
            var waiting = new ArrayList<Future<TaskWaitResult>>();
            for (int i = 0; i < TASKS; i++) {
                MoRef task = task(i);
                vcenter.begin(task);
                waiting.add(threads.submit(() -> watch.await(task, LONG)));
            }
            try {
                int vanished = 0;
                for (int i = 0; i < TASKS; i++) {
                    vanished += checkResult(vcenter, task(i), waiting.get(i).get());
                }
                assertThat(vanished).isLessThan(TASKS / 2);
            } finally {
                vcenter.stop();
                watcher.join();
            }

            Future<TaskWaitResult> last = threads.submit(() -> watch.await(LAST, LONG));
            while (!vcenter.wantedTasks().equals(Set.of(LAST))) {
                Thread.onSpinWait();
            }
            assertThat(watch.watchedTasks()).containsExactly(LAST);
            assertThat(last.cancel(true)).isTrue();
        }
    }

    /// @return 1 if the task has vanished, else 0
    private static int checkResult(ModelVcenter vcenter, MoRef task, TaskWaitResult result) {
        if (result instanceof TaskWaitResult.Finished(var state, var _)) {
            assertThat(CnsOutcome.of(state, new CnsVolumeId(task.value()))).isInstanceOf(CnsOutcome.Done.class);
            return 0;
        }
        assertThat(result).as("%s", task).isEqualTo(new TaskWaitResult.Vanished());
        assertThat(vcenter.hasForgotten(task)).as("%s", task).isTrue();
        return 1;
    }

    private static MoRef task(int number) {
        return new MoRef("Task", "task-" + number);
    }

    /// A vCenter with tasks, and the watcher that delivers their changes.
    ///
    /// Threads: the monitor of this object guards everything; the listener is called without it.
    private static final class ModelVcenter implements TaskWatch.Subscription {
        private final Random random;
        private final Set<MoRef> running = new HashSet<>();
        private final Set<MoRef> over = new HashSet<>();
        private final Set<MoRef> forgotten = new HashSet<>();
        private final Set<MoRef> wanted = new HashSet<>();

        /// The objects in the view; only the watcher's thread uses it.
        private final Set<MoRef> members = new HashSet<>();

        private boolean isStopped;
        private Consumer<ObjectChange> listener = _ -> {};

        ModelVcenter(long seed) {
            random = new Random(seed);
        }

        TaskWatch.Subscription open(Consumer<ObjectChange> to) {
            listener = to;
            return this;
        }

        synchronized void begin(MoRef task) {
            running.add(task);
        }

        synchronized boolean hasForgotten(MoRef task) {
            return forgotten.contains(task);
        }

        synchronized Set<MoRef> wantedTasks() {
            return Set.copyOf(wanted);
        }

        synchronized void stop() {
            isStopped = true;
        }

        void run() {
            restart();
            while (true) {
                var changes = new ArrayList<ObjectChange>();
                int event;
                synchronized (this) {
                    if (isStopped) {
                        return;
                    }
                    updateMembers(changes);
                    event = random.nextInt(200);
                    if (event < 60) {
                        end(changes);
                    } else if (event < 63) {
                        forget(changes);
                    }
                }
                changes.forEach(listener);
                if (event == 199) {
                    restart();
                }
            }
        }

        /// Delivers all tasks again.
        private void restart() {
            members.clear();
            listener.accept(new ObjectChange.Restarted());
            var changes = new ArrayList<ObjectChange>();
            synchronized (this) {
                updateMembers(changes);
            }
            changes.forEach(listener);
            listener.accept(new ObjectChange.Complete());
        }

        private void updateMembers(List<ObjectChange> changes) {
            members.retainAll(wanted);
            for (MoRef task : Set.copyOf(wanted)) {
                if (!running.contains(task) && !over.contains(task)) {
                    wanted.remove(task);
                    members.remove(task);
                    changes.add(new ObjectChange.Gone(task));
                } else if (members.add(task)) {
                    changes.add(new ObjectChange.Entered(task, values(task)));
                }
            }
        }

        /// Ends a task in the view. The others wait, else the model would be over before the threads have begun.
        private void end(List<ObjectChange> changes) {
            var candidates = new HashSet<>(members);
            candidates.retainAll(running);
            if (!candidates.isEmpty()) {
                MoRef task = oneOf(candidates);
                running.remove(task);
                over.add(task);
                changes.add(new ObjectChange.Changed(task, values(task)));
            }
        }

        private void forget(List<ObjectChange> changes) {
            if (!members.isEmpty()) {
                MoRef task = oneOf(members);
                members.remove(task);
                running.remove(task);
                over.remove(task);
                forgotten.add(task);
                changes.add(new ObjectChange.Gone(task));
            }
        }

        private MoRef oneOf(Set<MoRef> tasks) {
            return List.copyOf(tasks).get(random.nextInt(tasks.size()));
        }

        private Map<String, PropertyValue> values(MoRef task) {
            if (running.contains(task)) {
                return Map.of("info.state", new Text("TaskInfoState", "running"));
            }
            var id = new Struct("CnsVolumeId", Map.of("id", new Text("", task.value())));
            var result = new Struct("CnsVolumeOperationResult", Map.of("volumeId", id));
            return Map.of(
                    "info.state",
                    new Text("TaskInfoState", "success"),
                    "info.result",
                    new Struct("CnsVolumeOperationBatchResult", Map.of("volumeResults", result)));
        }

        @Override
        public synchronized void add(Collection<MoRef> tasks) {
            wanted.addAll(tasks);
        }

        @Override
        public synchronized void remove(Collection<MoRef> tasks) {
            wanted.removeAll(tasks);
        }

        @Override
        public void close() {}
    }
}
