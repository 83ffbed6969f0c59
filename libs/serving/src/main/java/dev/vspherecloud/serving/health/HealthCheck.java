package dev.vspherecloud.serving.health;

import java.util.Optional;
import java.util.function.Supplier;

/// One health check.
///
/// @param name as in `?verbose` and `?exclude=`, such as `leaderElection`
/// @param unhealthyReason called for each request, by any thread, and returns at once. Returns what is wrong,
///     for the log and
///     for clients that may see the page of this check; empty if the check passes
public record HealthCheck(String name, Supplier<Optional<String>> unhealthyReason) {
    /// A check that always passes: the process answers.
    ///
    /// Rule from: apiserver, healthz.PingHealthz.
    public static final HealthCheck PING = new HealthCheck("ping", Optional::empty);
}
