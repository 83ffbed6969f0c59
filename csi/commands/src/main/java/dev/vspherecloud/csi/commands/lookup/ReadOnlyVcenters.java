package dev.vspherecloud.csi.commands.lookup;

import dev.vspherecloud.csi.config.CsiConfig;
import dev.vspherecloud.csi.vcenter.VcenterConnections;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.connection.AttemptFolder;
import dev.vspherecloud.vsphere.connection.ConnectedVcenter;
import dev.vspherecloud.vsphere.connection.CredentialWatchers;
import dev.vspherecloud.vsphere.connection.LeaseLoginStore;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import dev.vspherecloud.vsphere.connection.VcenterObservers;
import dev.vspherecloud.vsphere.connection.Vcenters;
import dev.vspherecloud.vsphere.inventory.WatchRuntime;
import dev.vspherecloud.vsphere.inventory.login.LoginRateLimiter;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The vCenters of a configuration, for a command that reads and ends. It logs in at most once to each, keeps a
/// refused login only in a file of the user, tries none that could lock the account, and logs out when it is closed.
///
/// Threads: one.
public final class ReadOnlyVcenters implements AutoCloseable {
    /// How long to wait for a session. A vCenter that has not answered counts as silent after fifteen seconds.
    private static final Duration TIMEOUT = Duration.ofSeconds(16);

    /// How long to wait for a vCenter that cannot be reached, to bridge a short interruption.
    private static final Duration GRACE = Duration.ofSeconds(3);

    private static final Duration POLL = Duration.ofMillis(250);

    /// How long the calls of one read may take together. A list has up to 100 pages. The same as for a sweep.
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(60);

    private static final Duration LOGOUT_TIMEOUT = Duration.ofSeconds(3);

    private final Vcenters vcenters;
    private final LongSupplier nanoTime;

    /// Begins to connect. Does not block.
    ///
    /// @param environment the environment variables of the process, which name the folder of the user's state
    public ReadOnlyVcenters(
            CsiConfig config, KubeConnection connection, Map<String, String> environment, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        var supervisor = Supervisor.system(SupervisorObserver.NONE);
        this.vcenters = new Vcenters(
                new Vcenters.Logins(
                        CredentialWatchers.readOnce(connection, supervisor),
                        LoginRateLimiter.readOnly(
                                LeaseLoginStore.readOnly(connection, LeaseLoginStore.DEFAULT_NAMESPACE),
                                AttemptFolder.in(environment),
                                InstantSource.system(),
                                nanoTime,
                                new SecureRandom())),
                VcenterConnections.client(config),
                _ -> {},
                VcenterObservers.NONE,
                new WatchRuntime(nanoTime, Sleeper.system(), supervisor));
        vcenters.apply(
                config.vcenters().stream().map(VcenterConnections::target).toList(), Optional.empty());
    }

    /// Returns all vCenters, in the order of the configuration.
    public List<ConnectedVcenter> all() {
        return vcenters.connected();
    }

    /// Reads something from a vCenter. Waits for a session first, as long as one may come soon.
    ///
    /// @throws NoSessionException if there is no session
    /// @throws dev.vspherecloud.vsphere.client.VcenterException if vCenter refuses or does not answer
    public <T extends @Nullable Object> T read(ConnectedVcenter vcenter, Function<VcenterSession, T> read)
            throws InterruptedException {
        awaitSession(vcenter);
        return vcenter.session().read(READ_TIMEOUT, read);
    }

    private void awaitSession(ConnectedVcenter vcenter) throws InterruptedException {
        long begin = nanoTime.getAsLong();
        while (true) {
            try {
                var _ = vcenter.session().session(POLL);
                return;
            } catch (NoSessionException e) {
                Duration waited = Duration.ofNanos(nanoTime.getAsLong() - begin);
                if (waited.compareTo(patience(e.silence().code())) > 0) {
                    throw e;
                }
            }
        }
    }

    private static Duration patience(VsphereReason reason) {
        return switch (reason) {
            case VCENTER_SILENT -> TIMEOUT;
            case VCENTER_UNREACHABLE -> GRACE;
            default -> Duration.ZERO;
        };
    }

    @Override
    public void close() {
        vcenters.stop();
        try {
            vcenters.await(LOGOUT_TIMEOUT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        vcenters.close();
    }
}
