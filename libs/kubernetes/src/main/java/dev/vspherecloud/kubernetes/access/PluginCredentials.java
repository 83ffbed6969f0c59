package dev.vspherecloud.kubernetes.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// The credentials from the exec plugin of a kubeconfig. The plugin runs at the start. If the credentials have
/// expired or the API server has refused them (401), it runs again, at most once in [#MIN_RUN_INTERVAL].
///
/// Rule from: client-go, plugin/pkg/client/auth/exec (`getCreds`, `maybeRefreshCreds`). Differs: the plugin
/// does not run at each 401.
///
/// Threads: any. No lock is held while the plugin runs; other callers get the previous credentials meanwhile.
final class PluginCredentials {
    static final Duration MIN_RUN_INTERVAL = Duration.ofSeconds(30);

    private record Cached(ExecRequest request, ExecCredential credential) {}

    private final LongSupplier nanoTime;
    private final InstantSource clock;
    private final Function<ExecRequest, ExecCredential> plugin;
    private Optional<Cached> cached = Optional.empty();
    private long lastRun;
    private boolean areRefused;
    private long number;

    /// Creates the store of the credentials.
    ///
    /// @param plugin runs a plugin, or throws [KubeException]
    PluginCredentials(LongSupplier nanoTime, InstantSource clock, Function<ExecRequest, ExecCredential> plugin) {
        this.nanoTime = nanoTime;
        this.clock = clock;
        this.plugin = plugin;
    }

    static PluginCredentials system() {
        return new PluginCredentials(System::nanoTime, InstantSource.system(), ExecPlugin.system()::run);
    }

    /// Returns the credentials of a user with this plugin, and runs the plugin if that is due. Throws
    /// [KubeException] if the plugin returns no credentials.
    ExecCredential get(ExecRequest request) {
        Optional<Cached> known = unlessRunIsDue(request);
        if (known.isPresent()) {
            return known.get().credential();
        }
        ExecCredential now = plugin.apply(request);
        cache(new Cached(request, now));
        return now;
    }

    /// Records that the API server has refused the credentials (401).
    synchronized void onUnauthorized() {
        areRefused = cached.isPresent() && mayRunAgain();
    }

    /// Returns the number of plugin runs that returned credentials.
    synchronized long number() {
        return number;
    }

    /// Returns true if the credentials are the newest, and the plugin need not run again.
    ///
    /// @param used the number of the run that returned the credentials
    synchronized boolean areCurrent(long used) {
        return used == number && !isRunDue();
    }

    /// Returns true if the credentials have expired, and the plugin may run again.
    synchronized boolean haveExpired() {
        return hasCachedExpired() && mayRunAgain();
    }

    private synchronized Optional<Cached> unlessRunIsDue(ExecRequest request) {
        Optional<Cached> known = cached.filter(before -> before.request().equals(request));
        if (known.isPresent() && !isRunDue()) {
            return known;
        }
        lastRun = nanoTime.getAsLong();
        return Optional.empty();
    }

    private boolean isRunDue() {
        return (areRefused || hasCachedExpired()) && mayRunAgain();
    }

    private boolean hasCachedExpired() {
        Instant now = clock.instant();
        return cached.flatMap(known -> known.credential().expires())
                .filter(now::isAfter)
                .isPresent();
    }

    private synchronized void cache(Cached now) {
        cached = Optional.of(now);
        areRefused = false;
        number++;
    }

    private boolean mayRunAgain() {
        return nanoTime.getAsLong() - lastRun >= MIN_RUN_INTERVAL.toNanos();
    }
}
