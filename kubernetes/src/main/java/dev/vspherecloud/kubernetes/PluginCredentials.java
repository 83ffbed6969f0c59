package dev.vspherecloud.kubernetes;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.ExecConfig;
import io.fabric8.kubernetes.client.Config;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The credentials that the exec plugin of a kubeconfig gave. The plugin runs at the start, and again after the API
/// server has refused them (401), at most once in [#BETWEEN_RUNS].
///
/// Rule from: client-go, plugin/pkg/client/auth/exec (`maybeRefreshCreds`); differs: not at each 401.
///
/// Threads: any. No lock is held while the plugin runs; who asks meanwhile gets the credentials before.
final class PluginCredentials {
    static final Duration BETWEEN_RUNS = Duration.ofSeconds(30);

    /// What a plugin said. Never shown.
    private static final class Given {
        private final ExecConfig exec;
        private final @Nullable String token;
        private final @Nullable String certificate;
        private final @Nullable String key;

        Given(ExecConfig exec, Config config) {
            this.exec = exec;
            token = config.getAutoOAuthToken();
            certificate = config.getClientCertData();
            key = config.getClientKeyData();
        }

        void putInto(Config config) {
            config.setAutoOAuthToken(token);
            config.setClientCertData(certificate);
            config.setClientKeyData(key);
        }
    }

    private final Ticker ticker;
    private Optional<Given> given = Optional.empty();
    private Duration lastRun = Duration.ZERO;
    private boolean areRefused;
    private long number;

    PluginCredentials(Ticker ticker) {
        this.ticker = ticker;
    }

    /// Puts the credentials of a user who has a plugin into a configuration. Without a plugin it only merges.
    ///
    /// @param merge puts the user into the configuration, and runs the plugin that the user names
    void merge(AuthInfo user, Config config, Runnable merge) {
        ExecConfig exec = user.getExec();
        if (exec == null) {
            merge.run();
            return;
        }
        Optional<Given> known = unlessRunIsDue(exec);
        if (known.isPresent()) {
            user.setExec(null);
            merge.run();
            known.get().putInto(config);
            return;
        }
        merge.run();
        keep(new Given(exec, config));
    }

    /// The API server does not accept who we are.
    synchronized void refused() {
        areRefused = given.isPresent() && isLongAgo();
    }

    /// Counts the runs that gave credentials.
    synchronized long number() {
        return number;
    }

    /// Whether credentials of that number are the newest, and the plugin need not run.
    synchronized boolean areCurrent(long used) {
        return used == number && !(areRefused && isLongAgo());
    }

    private synchronized Optional<Given> unlessRunIsDue(ExecConfig exec) {
        Optional<Given> known = given.filter(before -> before.exec.equals(exec));
        if (known.isPresent() && !(areRefused && isLongAgo())) {
            return known;
        }
        lastRun = ticker.now();
        return Optional.empty();
    }

    private synchronized void keep(Given now) {
        given = Optional.of(now);
        areRefused = false;
        number++;
    }

    private boolean isLongAgo() {
        return ticker.now().minus(lastRun).compareTo(BETWEEN_RUNS) >= 0;
    }
}
