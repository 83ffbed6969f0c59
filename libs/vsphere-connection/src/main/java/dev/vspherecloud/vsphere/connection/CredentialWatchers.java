package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.credentials.CredentialsSource.Directory;
import dev.vspherecloud.config.credentials.CredentialsSource.Inline;
import dev.vspherecloud.config.credentials.CredentialsSource.KubernetesSecret;
import dev.vspherecloud.config.credentials.SecretsDirectory;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.secret.SecretReader;
import dev.vspherecloud.kubernetes.secret.SecretWatch;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.SupervisedThread;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource.Reading;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Provides the current credentials of each vCenter.
///
/// One thread watches each Secret or directory, even if several vCenters use it. The credentials stay in memory, as
/// [CredentialPolicy] decides, so reading them never blocks. Until the first answer they are [Reading.Awaited], and
/// no login is tried.
///
/// Threads: any; state is guarded by `this`. Each thread that this class starts has the name of what it watches,
/// and ends with [#retainOnly] or [#close].
public final class CredentialWatchers implements AutoCloseable {
    /// Creates the task that watches a Secret or a directory.
    @FunctionalInterface
    interface WatcherFactory {
        Runnable of(CredentialsSource source, Consumer<CredentialUpdate> listener);
    }

    private record Watch(WatchedCredentials latest, SupervisedThread thread) {}

    private final WatcherFactory watcherFactory;
    private final Supervisor supervisor;
    private final Map<CredentialsSource, Watch> watchers = new HashMap<>();

    /// Creates the watchers; none of them starts.
    ///
    /// @param supervisor restarts the threads if they fail
    public CredentialWatchers(KubeConnection connection, Supervisor supervisor) {
        this((source, listener) -> newWatcher(connection, source, listener), supervisor);
    }

    /// Creates watchers for a command: they read each Secret or directory once.
    public static CredentialWatchers readOnce(KubeConnection connection, Supervisor supervisor) {
        var credentials = new CredentialReader(new SecretReader(connection));
        return new CredentialWatchers(
                (source, listener) -> () -> listener.accept(credentials.read(source)), supervisor);
    }

    CredentialWatchers(WatcherFactory following, Supervisor supervisor) {
        this.watcherFactory = following;
        this.supervisor = supervisor;
    }

    /// Returns why a thread has ended, or fails after each restart; empty while all threads work.
    synchronized Optional<String> unhealthyReason() {
        return watchers.values().stream()
                .flatMap(feed -> feed.thread().unhealthyReason().stream())
                .findFirst();
    }

    /// Returns the credentials of this vCenter, and starts watching their Secret or directory if necessary.
    ///
    /// @param changed called after each change, from the thread that watches; must return soon
    synchronized CredentialSource of(VcenterTarget vcenter, Runnable changed) {
        return switch (vcenter.credentials()) {
            case Inline(String user, var password) -> {
                Reading constant = CredentialPolicy.inline(vcenter.name(), user, password);
                yield () -> constant;
            }
            case KubernetesSecret secret -> watch(secret, "Secret " + secret).join(vcenter, changed);
            case Directory directory ->
                watch(directory, "directory " + directory.path()).join(vcenter, changed);
        };
    }

    /// Stops watching each Secret or directory that none of these vCenters uses. A vCenter with unchanged name,
    /// server and source keeps its listener. The listeners of all other vCenters are not called any more.
    synchronized void retainOnly(Collection<VcenterTarget> current) {
        watchers.entrySet().removeIf(feed -> {
            boolean isUsed = feed.getValue()
                    .latest()
                    .retain(current.stream()
                            .filter(vcenter -> vcenter.credentials().equals(feed.getKey()))
                            .toList());
            if (!isUsed) {
                feed.getValue().thread().interrupt();
            }
            return !isUsed;
        });
    }

    @Override
    public synchronized void close() {
        retainOnly(List.of());
    }

    private WatchedCredentials watch(CredentialsSource source, String origin) {
        return watchers.computeIfAbsent(source, _ -> {
                    var latest = new WatchedCredentials(origin);
                    String name = "credentials in " + origin;
                    return new Watch(
                            latest, supervisor.start("credentials", name, watcherFactory.of(source, latest::onUpdate)));
                })
                .latest();
    }

    private static Runnable newWatcher(
            KubeConnection connection, CredentialsSource source, Consumer<CredentialUpdate> listener) {
        return switch (source) {
            case KubernetesSecret secret ->
                new SecretWatch(
                        connection,
                        secret.namespace(),
                        secret.name(),
                        read -> listener.accept(CredentialUpdate.of(secret, read)));
            case Directory(var path) ->
                new DirectoryWatcher(
                        () -> SecretsDirectory.read(path),
                        result -> listener.accept(CredentialUpdate.of(result)),
                        Sleeper.system());
            case Inline _ -> throw new IllegalArgumentException("credentials in the configuration are not watched");
        };
    }
}
