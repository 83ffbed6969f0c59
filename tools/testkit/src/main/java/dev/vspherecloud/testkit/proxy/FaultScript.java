package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Request;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

/// The rules of one proxy, in order.
///
/// Every rule has its own random source, seeded by the proxy's seed and the rule's position. So the n-th call that
/// matches a rule gets the same result in every run, independent of other threads.
///
/// Threads: any; the list is thread-safe, this object's monitor guards the count.
final class FaultScript {
    private final long seed;
    private final List<ActiveRule> rules = new CopyOnWriteArrayList<>();
    private long addedRules;

    FaultScript(long seed) {
        this.seed = seed;
    }

    synchronized ActiveRule add(Rule rule) {
        addedRules++;
        var added = new ActiveRule(rule, new Random(seed * 31 + addedRules), this);
        rules.add(added);
        return added;
    }

    void remove(ActiveRule rule) {
        rules.remove(rule);
    }

    void clear() {
        rules.forEach(ActiveRule::close);
    }

    Optional<ActiveRule.Firing> fireOn(String name, Request request) {
        return rules.stream()
                .flatMap(rule -> rule.fireOn(name, request).stream())
                .findFirst();
    }
}
