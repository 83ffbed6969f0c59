package dev.vspherecloud.ccm.controllers.lifecycle.chaos.time;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;

/// Virtual time: what is on the agenda happens when it is due, one thing after the other, in an order that depends on
/// nothing but the agenda.
///
/// Whoever blocks lets time [#pass]: meanwhile the rest of the world goes on, so a call that blocks is where others
/// interleave.
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

    /// Nanoseconds since the world began.
    public long nanos() {
        return now;
    }

    /// The true time, which nobody's clock needs to show.
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

    /// Again and again, for the first time after one period.
    public void every(Duration period, Runnable what) {
        after(period, () -> {
            what.run();
            every(period, what);
        });
    }

    /// Lets the world go on; may be called by what happens in it.
    public void pass(Duration by) {
        long until = now + by.toNanos();
        while (!ended && !agenda.isEmpty() && agenda.peek().at() <= until) {
            Due next = agenda.remove();
            now = Math.max(now, next.at());
            next.what().run();
        }
        now = Math.max(now, until);
    }

    /// Nothing happens any more.
    public void end() {
        ended = true;
    }

    public boolean hasEnded() {
        return ended;
    }
}
