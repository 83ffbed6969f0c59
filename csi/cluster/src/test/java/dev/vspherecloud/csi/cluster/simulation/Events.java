package dev.vspherecloud.csi.cluster.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Supplier;

/// Virtual time: runs what was scheduled, in the order of time. One seed determines everything.
final class Events {
    static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05Z");

    private record Event(Instant time, long order, Runnable action) {}

    private final PriorityQueue<Event> queue =
            new PriorityQueue<>(Comparator.comparing(Event::time).thenComparingLong(Event::order));
    private final Random random;
    private final boolean traces;
    private final List<String> trace = new ArrayList<>();
    private Optional<SimulatedThread> thread = Optional.empty();
    private Instant now = BEGIN;
    private long order;

    Events(long seed, boolean traces) {
        this.random = new Random(seed * 7_919 + 17);
        this.traces = traces;
    }

    Instant now() {
        return now;
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

    Duration seconds(int from, int to) {
        return millis(from * 1000, to * 1000);
    }

    void in(Duration delay, Runnable action) {
        queue.add(new Event(now.plus(delay), order++, action));
    }

    void at(Instant time, Runnable action) {
        queue.add(new Event(time.isBefore(now) ? now : time, order++, action));
    }

    void trace(Supplier<String> line) {
        if (traces) {
            trace.add("%s %s".formatted(Duration.between(BEGIN, now), line.get()));
        }
    }

    List<String> lines() {
        return trace;
    }

    /// Returns the thread that works.
    SimulatedThread thread() {
        return thread.orElseThrow();
    }

    void enter(SimulatedThread working) {
        thread = Optional.of(working);
    }

    void leave() {
        thread = Optional.empty();
    }

    void runUntil(Instant end) {
        while (!queue.isEmpty() && !queue.peek().time().isAfter(end)) {
            Event event = queue.poll();
            now = event.time();
            event.action().run();
        }
        now = end;
    }
}
