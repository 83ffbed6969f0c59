package dev.vspherecloud.reconcile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// A [Controller] that consists of one [Loop] and of threads that supply the data for the loop.
///
/// Threads: see [Controller].
public final class LoopController<K> implements KeyedController<K> {
    private final String name;
    private final Loop<K> loop;
    private final Supplier<? extends Collection<K>> keys;
    private final List<Task> tasks;
    private final Supervisor supervisor;

    /// The threads of the tasks. Only the thread that starts and stops the controller writes this field.
    private volatile List<SupervisedThread> threads = List.of();

    private volatile boolean isRunning;

    /// Work that runs as long as the controller, in a thread of its own, for example a watch.
    ///
    /// @param name the name of the thread
    /// @param work starts from scratch each time, and ends when it is interrupted
    public record Task(String name, Runnable work) {}

    /// Creates a controller that is not started yet.
    ///
    /// @param keys       returns the key of every object that is known at the moment
    /// @param tasks      tasks that are started before the workers, and interrupted after them
    /// @param supervisor restarts the tasks after a failure
    public LoopController(
            String name,
            Loop<K> loop,
            Supplier<? extends Collection<K>> keys,
            List<Task> tasks,
            Supervisor supervisor) {
        this.name = name;
        this.loop = loop;
        this.keys = keys;
        this.tasks = List.copyOf(tasks);
        this.supervisor = supervisor;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void start() {
        isRunning = true;
        var started = new ArrayList<SupervisedThread>();
        for (Task task : tasks) {
            started.add(supervisor.start(task.name(), task.name(), task.work()));
        }
        threads = List.copyOf(started);
        loop.start();
    }

    @Override
    public void enqueue(K key) {
        if (isRunning) {
            loop.add(key);
        }
    }

    @Override
    public void resync() {
        keys.get().forEach(this::enqueue);
    }

    @Override
    public Optional<String> unhealthyReason() {
        return isRunning
                ? Stream.concat(
                                loop.unhealthyReason().stream(),
                                threads.stream().flatMap(thread -> thread.unhealthyReason().stream()))
                        .findFirst()
                : Optional.empty();
    }

    @Override
    public void stop(Duration atMost) {
        isRunning = false;
        loop.close(atMost);
        threads.forEach(SupervisedThread::interrupt);
    }
}
