package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Request;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/// A rule at work in one proxy. Closing takes it out, and lets go on what hangs by it.
///
/// Threads: any; the counters are guarded by this object's monitor.
public final class ActiveRule implements AutoCloseable {
    private final Rule rule;
    private final Random random;
    private final FaultScript script;
    private CountDownLatch released = new CountDownLatch(1);
    private long matched;
    private long fired;

    ActiveRule(Rule rule, Random random, FaultScript script) {
        this.rule = rule;
        this.random = random;
        this.script = script;
    }

    /// How often it has fired.
    public synchronized long fired() {
        return fired;
    }

    /// Lets every call go on that hangs by this rule. Later ones hang again.
    public synchronized void release() {
        released.countDown();
        released = new CountDownLatch(1);
    }

    @Override
    public void close() {
        script.remove(this);
        release();
    }

    /// Counts the call if it matches, and fires if it is this one's turn.
    synchronized Optional<Firing> fireOn(String name, Request request) {
        if (!rule.matches().test(name, request)) {
            return Optional.empty();
        }
        matched++;
        if (matched <= rule.after() || fired >= rule.times() || random.nextDouble() >= rule.probability()) {
            return Optional.empty();
        }
        fired++;
        return Optional.of(new Firing(rule, released));
    }

    /// What one call met.
    ///
    /// @param released lets the call go on if the fault is to hang
    record Firing(Rule rule, CountDownLatch released) {}
}
