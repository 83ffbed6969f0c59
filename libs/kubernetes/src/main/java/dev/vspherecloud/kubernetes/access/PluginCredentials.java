package dev.vspherecloud.kubernetes.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// The credentials from the exec plugin of a kubeconfig. The plugin runs at the start, and again if they have
/// expired or the API server has refused them (401), at most once in [#BETWEEN_RUNS].
///
/// Rule from: client-go, plugin/pkg/client/auth/exec (`getCreds`, `maybeRefreshCreds`); differs: not at each 401.
///
/// Threads: any. No lock is held while the plugin runs; other callers get the previous credentials meanwhile.
final class PluginCredentials {
    static final Duration BETWEEN_RUNS = Duration.ofSeconds(30);

    private record Given(ExecRequest request, ExecCredential credential) {}

    private final LongSupplier nanoTime;
    private final InstantSource clock;
    private final Function<ExecRequest, ExecCredential> plugin;
    private Optional<Given> given = Optional.empty();
    private long lastRun;
    private boolean areRefused;
    private long number;

    /// @param plugin runs a plugin, or throws [KubeException]
    PluginCredentials(LongSupplier nanoTime, InstantSource clock, Function<ExecRequest, ExecCredential> plugin) {
        this.nanoTime = nanoTime;
        this.clock = clock;
        this.plugin = plugin;
    }

    static PluginCredentials system() {
        return new PluginCredentials(System::nanoTime, InstantSource.system(), ExecPlugin.system()::run);
    }

    /// Returns the credentials of a user with this plugin. Throws [KubeException] if the plugin runs and returns
    /// none.
    ExecCredential get(ExecRequest request) {
        Optional<Given> known = unlessRunIsDue(request);
        if (known.isPresent()) {
            return known.get().credential();
        }
        ExecCredential now = plugin.apply(request);
        keep(new Given(request, now));
        return now;
    }

    /// The API server has refused the credentials (401).
    synchronized void refused() {
        areRefused = given.isPresent() && isLongAgo();
    }

    /// Returns the number of runs that returned credentials.
    synchronized long number() {
        return number;
    }

    /// Returns true if the credentials of that run are the newest, and the plugin need not run.
    synchronized boolean areCurrent(long used) {
        return used == number && !isRunDue();
    }

    /// Returns true if the credentials have expired, and the plugin may run.
    synchronized boolean haveExpired() {
        return hasGivenExpired() && isLongAgo();
    }

    private synchronized Optional<Given> unlessRunIsDue(ExecRequest request) {
        Optional<Given> known = given.filter(before -> before.request().equals(request));
        if (known.isPresent() && !isRunDue()) {
            return known;
        }
        lastRun = nanoTime.getAsLong();
        return Optional.empty();
    }

    private boolean isRunDue() {
        return (areRefused || hasGivenExpired()) && isLongAgo();
    }

    private boolean hasGivenExpired() {
        Instant now = clock.instant();
        return given.flatMap(known -> known.credential().expires())
                .filter(now::isAfter)
                .isPresent();
    }

    private synchronized void keep(Given now) {
        given = Optional.of(now);
        areRefused = false;
        number++;
    }

    private boolean isLongAgo() {
        return nanoTime.getAsLong() - lastRun >= BETWEEN_RUNS.toNanos();
    }
}
