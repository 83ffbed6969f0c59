package dev.vspherecloud.csi.operations.attachment;

import dev.vspherecloud.csi.operations.OperationClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Events in the order of virtual time, and threads of which only one works at a time, so that a seed determines a run.
final class VirtualTime implements OperationClock {
    static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05Z");

    private record Event(Instant time, long order, Runnable action) {}

    /// Ends the thread of a process that was killed.
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;

        Killed() {
            super("the process was killed", null, false, false);
        }
    }

    /// A process, which may be killed or stopped.
    static class Host {
        boolean isDead;
        Instant stoppedUntil = Instant.MIN;
    }

    private final PriorityQueue<Event> queue =
            new PriorityQueue<>(Comparator.comparing(Event::time).thenComparingLong(Event::order));
    private final Random random;
    private final boolean traces;
    private final List<String> trace = new ArrayList<>();
    private final List<Worker> workers = new ArrayList<>();
    private @Nullable Worker working;
    private Instant now = BEGIN;
    private long order;

    VirtualTime(long seed, boolean traces) {
        this.random = new Random(seed * 7_919 + 17);
        this.traces = traces;
    }

    Random random() {
        return random;
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    Duration millis(int from, int to) {
        return Duration.ofMillis(from + random.nextInt(to - from + 1));
    }

    void trace(Supplier<String> line) {
        if (traces) {
            trace.add("%s %s".formatted(Duration.between(BEGIN, now), line.get()));
        }
    }

    List<String> lines() {
        return trace;
    }

    void in(Duration delay, Runnable action) {
        at(now.plus(delay), action);
    }

    private void at(Instant time, Runnable action) {
        queue.add(new Event(time.isBefore(now) ? now : time, order++, action));
    }

    void runUntil(Instant end) {
        while (!queue.isEmpty() && !queue.peek().time().isAfter(end)) {
            Event event = queue.poll();
            now = event.time();
            event.action().run();
        }
        now = end;
    }

    /// Starts a thread of a process.
    void start(Host process, Runnable work) {
        var worker = new Worker(process);
        workers.add(worker);
        Thread.ofVirtual().start(() -> worker.run(work));
        worker.wakeUpAt(now);
    }

    /// Ends all threads, as if their processes were killed.
    void end() {
        workers.forEach(Worker::end);
    }

    /// Lets the thread that works wait.
    void sleep(Duration time) {
        boolean _ = current().waitUntil(now.plus(time));
    }

    private Worker current() {
        if (working == null) {
            throw new IllegalStateException("no thread works");
        }
        return working;
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public Instant wallTime() {
        return now;
    }

    @Override
    public Signal signal() {
        return new VirtualSignal();
    }

    private final class VirtualSignal implements Signal {
        private Optional<Worker> waiting = Optional.empty();
        private boolean isSet;

        @Override
        public void set() {
            isSet = true;
            waiting.ifPresent(Worker::signal);
        }

        @Override
        public boolean await(Instant until) {
            if (isSet) {
                return true;
            }
            Worker worker = current();
            waiting = Optional.of(worker);
            boolean wasSignalled = worker.waitUntil(until);
            waiting = Optional.empty();
            return wasSignalled;
        }
    }

    private final class Worker {
        private final Host process;
        private final Semaphore turn = new Semaphore(0);
        private final Semaphore pause = new Semaphore(0);
        private @Nullable Throwable failure;
        private boolean isOver;
        private boolean wasSignalled;
        private long waits;

        Worker(Host process) {
            this.process = process;
        }

        void run(Runnable work) {
            turn.acquireUninterruptibly();
            try {
                if (!process.isDead) {
                    work.run();
                }
            } catch (Killed _) {
                // As intended.
            } catch (Throwable e) {
                failure = e;
            }
            isOver = true;
            pause.release();
        }

        boolean waitUntil(Instant time) {
            wakeUpAt(time);
            pause.release();
            turn.acquireUninterruptibly();
            if (process.isDead) {
                throw new Killed();
            }
            return wasSignalled;
        }

        void signal() {
            long wait = waits;
            at(now, () -> wakeUp(wait, true));
        }

        void wakeUpAt(Instant time) {
            long wait = ++waits;
            at(time, () -> wakeUp(wait, false));
        }

        private void wakeUp(long wait, boolean isSignalled) {
            if (isOver || wait != waits) {
                return;
            }
            if (!process.isDead && now.isBefore(process.stoppedUntil)) {
                at(process.stoppedUntil, () -> wakeUp(wait, isSignalled));
                return;
            }
            waits++;
            wasSignalled = isSignalled;
            work();
        }

        private void work() {
            Worker before = working;
            working = this;
            turn.release();
            pause.acquireUninterruptibly();
            working = before;
            if (failure != null) {
                throw new AssertionError(failure);
            }
        }

        void end() {
            process.isDead = true;
            while (!isOver) {
                work();
            }
        }
    }
}
