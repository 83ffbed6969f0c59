package dev.vspherecloud.reconcile;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleSupplier;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Workers that take keys from one queue and pass them to a [Reconciler].
///
/// Two workers never work on the same key at once. A key that failed is retried after a [Backoff] of its own;
/// if it is added again, it is retried sooner.
///
/// Threads: the workers are virtual threads that this class starts and ends. [#add] may be called from anywhere
/// and never waits for a worker. The lock guards the queue, the failure counts and the keys in work. It is
/// never held while a worker works on a key.
public final class Loop<K> implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Loop.class);

    /// The kind of the worker threads, for metrics.
    private static final String WORKER = "worker";

    /// The settings of a loop.
    ///
    /// @param name    the name for threads and logs
    /// @param workers the number of workers, 1 or more
    /// @param minInterval    the shortest time between the starts of work on two keys; zero for no limit
    public record Settings(String name, int workers, Backoff backoff, Duration minInterval) {
        public Settings {
            if (workers < 1) {
                throw new IllegalArgumentException("a loop has at least one worker");
            }
        }
    }

    private final Settings settings;
    private final Reconciler<K> reconciler;
    private final DoubleSupplier random;
    private final LoopObserver observer;
    private final Supervisor supervisor;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final KeyedQueue<K> queue = new KeyedQueue<>();
    private final Map<K, Integer> failures = new HashMap<>();
    private final List<SupervisedThread> workers = new CopyOnWriteArrayList<>();

    /// The keys that workers work on now, and when the work began.
    private final Map<K, Long> startedAt = new HashMap<>();

    private long nextStart;
    private boolean closed;

    /// Creates a loop; [#start] starts the workers.
    ///
    /// @param random     returns a random number from 0 to 1, which decides the jitter of the backoff
    /// @param supervisor restarts the workers after a failure, and supplies the time
    public Loop(
            Settings settings,
            Reconciler<K> reconciler,
            DoubleSupplier random,
            LoopObserver observer,
            Supervisor supervisor) {
        this.settings = settings;
        this.reconciler = reconciler;
        this.random = random;
        this.observer = observer;
        this.supervisor = supervisor;
        this.nextStart = supervisor.now();
    }

    /// Starts the workers. Call this method once.
    public void start() {
        for (int i = 0; i < settings.workers(); i++) {
            String name = settings.name() + "-" + i;
            workers.add(supervisor.start(WORKER, name, this::work));
        }
    }

    /// Calls the observer. If the observer fails, the work on the key goes on.
    private void notifyObserver(Runnable notification) {
        boolean _ = supervisor.attempt(WORKER, settings.name(), notification);
    }

    /// Enqueues the key: a worker takes it as soon as one is free.
    public void add(K key) {
        addAfter(key, Duration.ZERO);
    }

    private void addAfter(K key, Duration delay) {
        lock.lock();
        try {
            put(key, supervisor.now() + delay.toNanos());
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void put(K key, long due) {
        if (queue.add(key, due)) {
            notifyObserver(observer::onAdded);
        }
    }

    /// Returns the load of this loop at this moment. May be called from anywhere.
    public QueueLoad load() {
        lock.lock();
        try {
            long now = supervisor.now();
            long[] ages =
                    startedAt.values().stream().mapToLong(since -> now - since).toArray();
            return new QueueLoad(
                    queue.dueCount(now),
                    Duration.ofNanos(LongStream.of(ages).sum()),
                    Duration.ofNanos(LongStream.of(ages).max().orElse(0)));
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        try {
            while (true) {
                reconcileKey(takeNext());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Works on one key. If the work fails in any way, the key is put back.
    private void reconcileKey(K key) {
        Outcome outcome = new Outcome.Retry("unexpected failure");
        try {
            outcome = reconcileSafely(key);
            logOutcome(key, outcome);
        } finally {
            done(key, outcome);
        }
    }

    private K takeNext() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                if (closed) {
                    throw new InterruptedException();
                }
                long now = supervisor.now();
                long rest = nextStart - now;
                var due = queue.nextDue();
                if (rest <= 0) {
                    var key = queue.take(now);
                    if (key.isPresent()) {
                        nextStart = now + settings.minInterval().toNanos();
                        start(key.get(), now, due.orElse(now));
                        return key.get();
                    }
                }
                if (due.isEmpty()) {
                    changed.await();
                } else {
                    changed.awaitNanos(Math.max(rest, due.getAsLong() - now));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void start(K key, long now, long due) {
        startedAt.put(key, now);
        notifyObserver(() -> observer.onTaken(Duration.ofNanos(now - due)));
    }

    /// Calls the reconciler and catches its exceptions, so that a bug in the work on one key does not stop the
    /// other keys. Any other error, such as a class that cannot be loaded, restarts the worker.
    private Outcome reconcileSafely(K key) {
        try {
            return reconciler.reconcile(key);
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            log.atError()
                    .addKeyValue("loop", settings.name())
                    .addKeyValue("key", key)
                    .setCause(e)
                    .log("Reconciling failed, will try again");
            return new Outcome.Retry("unexpected failure");
        }
    }

    /// Logs the outcome of the work on a key: at level DEBUG if the key is retried, since that shows why a
    /// change takes long, otherwise at TRACE.
    private void logOutcome(K key, Outcome outcome) {
        log.atLevel(outcome instanceof Outcome.Retry ? Level.DEBUG : Level.TRACE)
                .addKeyValue("loop", settings.name())
                .addKeyValue("key", key)
                .addKeyValue("outcome", outcome)
                .log("Reconciled");
    }

    private void done(K key, Outcome outcome) {
        lock.lock();
        try {
            long now = supervisor.now();
            Long since = startedAt.remove(key);
            switch (outcome) {
                case Outcome.Done _ -> failures.remove(key);
                case Outcome.RequeueAfter(Duration after) -> {
                    failures.remove(key);
                    put(key, now + after.toNanos());
                }
                case Outcome.Retry _ -> {
                    int count = failures.merge(key, 1, Integer::sum);
                    Duration wait = settings.backoff().after(count, random.getAsDouble());
                    put(key, now + wait.toNanos());
                    notifyObserver(observer::onRetried);
                }
            }
            queue.done(key);
            notifyObserver(() -> observer.onReconciled(Duration.ofNanos(since == null ? 0 : now - since)));
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /// Returns a reason if a worker has ended too early, or fails after each restart; empty otherwise. The
    /// cause is not a failure in the work on a key, but an error such as a class that cannot be loaded. May be
    /// called from anywhere.
    public Optional<String> unhealthyReason() {
        lock.lock();
        try {
            return !closed
                            && workers.stream()
                                    .anyMatch(worker -> worker.unhealthyReason().isPresent())
                    ? Optional.of("a worker thread has ended, or fails after each restart")
                    : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /// Stops taking keys, interrupts the workers and waits for them, but no longer than `atMost`.
    public void close(Duration atMost) {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        workers.forEach(SupervisedThread::interrupt);
        long deadline = supervisor.now() + atMost.toNanos();
        try {
            for (SupervisedThread worker : workers) {
                boolean _ = worker.join(Duration.ofNanos(Math.max(1, deadline - supervisor.now())));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        close(Duration.ofSeconds(2));
    }
}
