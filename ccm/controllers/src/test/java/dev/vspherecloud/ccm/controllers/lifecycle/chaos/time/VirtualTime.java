package dev.vspherecloud.ccm.controllers.lifecycle.chaos.time;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;

/// Virtual time: runs each task when it is due, one after the other. The order depends only on the tasks.
///
/// A blocked caller lets time [#pass]. The other tasks run during this call, so tasks interleave only at blocking
/// calls.
public final class VirtualTime {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private record Due(long at, long ticket, Runnable what) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int order = Long.compare(at, other.at);
            return order != 0 ? order : Long.compare(ticket, other.ticket);
        }
    }

    private final PriorityQueue<Due> agenda = new PriorityQueue<>();
    private long now;
    private long tickets;
    private boolean ended;

    /// Returns the nanoseconds since the start of the run.
    public long nanos() {
        return now;
    }

    /// Returns the true time. The clock of a process may differ from it.
    public Instant instant() {
        return START.plusNanos(now);
    }

    public Duration since(long then) {
        return Duration.ofNanos(now - then);
    }

    public void after(Duration delay, Runnable what) {
        at(now + delay.toNanos(), what);
    }

    public void at(long when, Runnable what) {
        agenda.add(new Due(Math.max(now, when), tickets++, what));
    }

    /// Runs the task repeatedly, for the first time after one period.
    public void every(Duration period, Runnable what) {
        after(period, () -> {
            what.run();
            every(period, what);
        });
    }

    /// Runs all tasks that are due within this time. A task may call it, too.
    public void pass(Duration by) {
        long until = now + by.toNanos();
        while (!ended && !agenda.isEmpty() && agenda.peek().at() <= until) {
            Due next = agenda.remove();
            now = Math.max(now, next.at());
            next.what().run();
        }
        now = Math.max(now, until);
    }

    /// Ends the run: no further task runs.
    public void end() {
        ended = true;
    }

    public boolean hasEnded() {
        return ended;
    }
}
