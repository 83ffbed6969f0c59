package dev.vspherecloud.testkit.times;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Observes all processes below one process, four times a second.
///
/// Threads: one of its own, until it is closed.
final class ProcessSampler implements AutoCloseable {
    private static final long PERIOD_MILLIS = 250;
    private static final String UNKNOWN = "?";

    private final ProcessHandle root;
    private final InstantSource clock;
    private final ScheduledExecutorService thread;
    private final Map<Key, ObservedProcess> known = new HashMap<>();

    private ProcessSampler(ProcessHandle root, InstantSource clock, ScheduledExecutorService thread) {
        this.root = root;
        this.clock = clock;
        this.thread = thread;
    }

    static ProcessSampler start(ProcessHandle root, InstantSource clock) {
        var thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("process-sampler").daemon().factory());
        var sampler = new ProcessSampler(root, clock, thread);
        var _ = thread.scheduleWithFixedDelay(sampler::observe, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        return sampler;
    }

    /// Stops the observation and returns all processes, in the order of their starts.
    List<ObservedProcess> processes() {
        close();
        var all = new ArrayList<>(known.values());
        all.sort((a, b) -> a.start().compareTo(b.start()));
        return all;
    }

    @Override
    public void close() {
        thread.close();
    }

    private void observe() {
        Instant now = clock.instant();
        observe(root, null, now);
        Map<Long, List<ProcessHandle>> children = new HashMap<>();
        ProcessHandle.allProcesses().forEach(process -> process.parent()
                .ifPresent(parent -> children.computeIfAbsent(parent.pid(), _ -> new ArrayList<>())
                        .add(process)));
        observeBelow(root, children, now);
    }

    private void observeBelow(ProcessHandle parent, Map<Long, List<ProcessHandle>> children, Instant now) {
        ObservedProcess observedParent = known.get(Key.of(parent));
        for (ProcessHandle child : children.getOrDefault(parent.pid(), List.of())) {
            observe(child, observedParent, now);
            observeBelow(child, children, now);
        }
    }

    /// A process that starts another program keeps its number, so the program is part of the key.
    private void observe(ProcessHandle process, @Nullable ObservedProcess parent, Instant now) {
        ProcessHandle.Info facts = process.info();
        if (facts.command().isEmpty()) {
            return; // It has ended.
        }
        known.computeIfAbsent(
                        Key.of(process),
                        key -> new ObservedProcess(
                                key.program(),
                                facts.commandLine().orElse(""),
                                facts.startInstant().orElse(now),
                                parent))
                .observe(now, facts.totalCpuDuration().orElse(Duration.ZERO));
    }

    private record Key(long pid, String program) {
        static Key of(ProcessHandle process) {
            String path = process.info().command().orElse(UNKNOWN);
            return new Key(process.pid(), path.substring(path.lastIndexOf('/') + 1));
        }
    }
}
