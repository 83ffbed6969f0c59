package dev.vspherecloud.kubernetes.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// The credentials from the exec plugin of a kubeconfig. The plugin runs at the start. If the credentials expire
/// soon or the API server has refused them (401), it runs again, at most once in [#MIN_RUN_INTERVAL].
///
/// Rule from: client-go, plugin/pkg/client/auth/exec (`getCreds`, `maybeRefreshCreds`). Differs: the plugin
/// does not run at each 401, and it runs before the credentials expire.
///
/// Threads: any. No lock is held while the plugin runs; other callers get the previous credentials meanwhile.
final class PluginCredentials {
    static final Duration MIN_RUN_INTERVAL = Duration.ofSeconds(30);

    /// The longest time before the expiry at which the plugin runs again. It is more than the plugin may take.
    private static final Duration MAX_MARGIN = Duration.ofMinutes(2);

    /// The margin is at most this part of the lifetime of the credentials.
    private static final int MARGIN_DIVISOR = 4;

    /// Credentials of a plugin.
    ///
    /// @param obtained when the plugin returned them
    private record Cached(ExecRequest request, ExecCredential credential, Instant obtained) {
        boolean haveExpired(Instant now) {
            return credential.expires().filter(now::isAfter).isPresent();
        }

        /// Returns true if little is left of the lifetime of the credentials.
        boolean expireSoon(Instant now) {
            return credential
                    .expires()
                    .map(end -> end.minus(margin(Duration.between(obtained, end))))
                    .filter(now::isAfter)
                    .isPresent();
        }

        private static Duration margin(Duration lifetime) {
            Duration part = lifetime.dividedBy(MARGIN_DIVISOR);
            return part.isNegative() ? Duration.ZERO : part.compareTo(MAX_MARGIN) < 0 ? part : MAX_MARGIN;
        }
    }

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
        cache(new Cached(request, now, clock.instant()));
        return now;
    }

    /// Records that the API server has refused the credentials (401).
    synchronized void onUnauthorized() {
        areRefused |= cached.isPresent() && mayRunAgain();
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

    /// Returns true if the credentials have expired, were refused or are not the newest, so that a request with them
    /// may be useless.
    ///
    /// @param used the number of the run that returned the credentials
    synchronized boolean areUnusable(long used) {
        return areRefused
                || used != number
                || cached.filter(known -> known.haveExpired(clock.instant())).isPresent();
    }

    private synchronized Optional<Cached> unlessRunIsDue(ExecRequest request) {
        Optional<Cached> known = cached.filter(before -> before.request().equals(request));
        if (known.isPresent() && !isRunDue()) {
            return known;
        }
        lastRun = nanoTime.getAsLong();
        return Optional.empty();
    }

    /// Returns true if the plugin must run again, and may.
    synchronized boolean isRunDue() {
        return (areRefused
                        || cached.filter(known -> known.expireSoon(clock.instant()))
                                .isPresent())
                && mayRunAgain();
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
