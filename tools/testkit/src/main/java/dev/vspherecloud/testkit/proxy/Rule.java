package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Request;
import java.util.function.BiPredicate;

/// Selects calls and their fault. An immutable value: you can add the same rule to several proxies.
///
/// If several rules apply to a call, the first one counts. Example:
/// Of several rules the first that fires decides. Example:
///
/// ```java
/// proxy.add(Rule.on("WaitForUpdatesEx").after(2).times(1).then(Fault.reset()));
/// proxy.add(Rule.onAny().withProbability(0.05).then(Fault.delay(Duration.ofMillis(300))));
/// ```
///
/// @param title for the call log
/// @param after the number of matching calls that pass first
/// @param times the maximum number of calls to which it applies
/// @param probability with which it applies to a call, 0 to 1, from the proxy's seed
public record Rule(
        String title, BiPredicate<String, Request> matches, long after, long times, double probability, Fault fault) {
    public Rule {
        if (after < 0 || times < 0 || probability < 0 || probability > 1) {
            throw new IllegalArgumentException(
                    "rule " + title + ": after and times are not negative, a probability is 0 to 1");
        }
    }

    /// Calls of this name (see the call log for names).
    public static Rule on(String name) {
        return new Rule(name, (called, _) -> called.equals(name), 0, Long.MAX_VALUE, 1, Fault.pass());
    }

    public static Rule onAny() {
        return new Rule("any", (_, _) -> true, 0, Long.MAX_VALUE, 1, Fault.pass());
    }

    /// Calls that match this predicate on name and request.
    public static Rule when(String title, BiPredicate<String, Request> matches) {
        return new Rule(title, matches, 0, Long.MAX_VALUE, 1, Fault.pass());
    }

    public Rule after(long calls) {
        return new Rule(title, matches, calls, times, probability, fault);
    }

    public Rule times(long most) {
        return new Rule(title, matches, after, most, probability, fault);
    }

    /// Applies only to the n-th matching call, counted from 1.
    public Rule nth(long number) {
        return after(number - 1).times(1);
    }

    public Rule withProbability(double chance) {
        return new Rule(title, matches, after, times, chance, fault);
    }

    public Rule then(Fault what) {
        return new Rule(title, matches, after, times, probability, what);
    }
}
