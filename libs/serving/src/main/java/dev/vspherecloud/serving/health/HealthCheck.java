package dev.vspherecloud.serving.health;

import java.util.Optional;
import java.util.function.Supplier;

/// One thing that is well, or not.
///
/// @param name as in `?verbose` and `?exclude=`, such as `leaderElection`
/// @param flaw asked anew each time, by any thread, and answers at once: what is wrong, for the log, and for whoever
///             may see the page of this one check; empty while it is well
public record HealthCheck(String name, Supplier<Optional<String>> flaw) {
    /// That anybody answers at all.
    ///
    /// Rule from: apiserver, healthz.PingHealthz.
    public static final HealthCheck PING = new HealthCheck("ping", Optional::empty);
}
