package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Request;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/// A rule that is active in one proxy. [#close] removes it and releases the calls that hang because of it.
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

    /// Returns how often the rule has applied to a call.
    public synchronized long fired() {
        return fired;
    }

    /// Releases every call that hangs because of this rule. Later calls hang again.
    public synchronized void release() {
        released.countDown();
        released = new CountDownLatch(1);
    }

    @Override
    public void close() {
        script.remove(this);
        release();
    }

    /// Counts the call if it matches, and returns the fault if the rule applies to it.
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

    /// The rule that applies to one call.
    ///
    /// @param released opens when the call may go on, if the fault is to hang
    record Firing(Rule rule, CountDownLatch released) {}
}
