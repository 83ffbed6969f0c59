package dev.vspherecloud.serving.health;

import java.util.Optional;
import java.util.function.Supplier;

/// One health check.
///
/// @param name the name in `?verbose` and `?exclude=`, such as `leaderElection`
/// @param unhealthyReason returns what is wrong, for the log and for clients that may see the page of this
///     check; empty if the check passes. It is called for each request, by any thread, and must return at once
public record HealthCheck(String name, Supplier<Optional<String>> unhealthyReason) {
    /// A check that always passes: the process answers.
    ///
    /// Rule from: apiserver, healthz.PingHealthz.
    public static final HealthCheck PING = new HealthCheck("ping", Optional::empty);
}
