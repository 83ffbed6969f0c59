package dev.vspherecloud.csi.application.explain;

import dev.vspherecloud.csi.application.active.ActiveDriver;
import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsQuery;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.config.CsiConfig;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.vsphere.client.VcenterException;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/// Asks the vCenters of a configuration for volumes, then logs out. It records no login, and tries none that could
/// lock the account.
///
/// Threads: one.
final class CnsVolumeLookup implements AutoCloseable {
    /// How long to wait for a session. A vCenter that has not answered counts as silent after fifteen seconds.
    private static final Duration TIMEOUT = Duration.ofSeconds(16);

    /// How long to wait for a vCenter that cannot be reached, to bridge a short interruption.
    private static final Duration GRACE = Duration.ofSeconds(3);

    private static final Duration POLL = Duration.ofMillis(250);
    private static final Duration LOGOUT_TIMEOUT = Duration.ofSeconds(3);
    private static final int PAGE_SIZE = 100;
    private static final int MAX_PAGES = 10;
    private static final int LIST_PAGE_SIZE = 1000;
    private static final int MAX_LIST_PAGES = 100;

    private final Vcenters vcenters;
    private final LongSupplier nanoTime;

    /// Begins to connect. Does not block.
    CnsVolumeLookup(CsiConfig config, KubeConnection connection, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        var supervisor = Supervisor.system(SupervisorObserver.NONE);
        this.vcenters = new Vcenters(
                new Vcenters.Logins(
                        CredentialWatchers.readOnce(connection, supervisor),
                        LoginRateLimiter.readOnly(
                                LeaseLoginStore.readOnly(connection, LeaseLoginStore.DEFAULT_NAMESPACE),
                                InstantSource.system(),
                                nanoTime,
                                new SecureRandom())),
                ActiveDriver.client(config),
                _ -> {},
                VcenterObservers.NONE,
                new WatchRuntime(nanoTime, Sleeper.system(), supervisor));
        vcenters.apply(config.vcenters().stream().map(ActiveDriver::target).toList(), Optional.empty());
    }

    /// Asks all vCenters.
    ///
    /// @param query must match at most one volume
    CnsAnswer find(CnsQuery query) throws InterruptedException {
        var without = new ArrayList<String>();
        var silent = new ArrayList<String>();
        for (ConnectedVcenter vcenter : vcenters.connected()) {
            String name = vcenter.target().server();
            try {
                awaitSession(vcenter);
                CnsQueryResult result = vcenter.session()
                        .read(POLL, session -> new CnsClient(session).query(query, PAGE_SIZE, MAX_PAGES));
                switch (result) {
                    case CnsQueryResult.Complete(List<CnsVolume> volumes) when volumes.isEmpty() -> without.add(name);
                    case CnsQueryResult.Incomplete(List<CnsVolume> volumes, String why)
                    when volumes.isEmpty() -> silent.add("vCenter %s: %s".formatted(name, why));
                    case CnsQueryResult.Complete(List<CnsVolume> volumes) -> {
                        return new CnsAnswer.Found(name, volumes.getFirst());
                    }
                    case CnsQueryResult.Incomplete(List<CnsVolume> volumes, String _) -> {
                        return new CnsAnswer.Found(name, volumes.getFirst());
                    }
                }
            } catch (NoSessionException | VcenterException e) {
                silent.add(String.valueOf(e.getMessage()));
            }
        }
        return silent.isEmpty() ? new CnsAnswer.Missing(without) : new CnsAnswer.Unknown(String.join("; ", silent));
    }

    /// Asks all vCenters for all volumes that match.
    ///
    /// @return the result of each vCenter by its name
    Map<String, CnsQueryResult> list(CnsQuery query) throws InterruptedException {
        var results = new TreeMap<String, CnsQueryResult>();
        for (ConnectedVcenter vcenter : vcenters.connected()) {
            String name = vcenter.target().server();
            try {
                awaitSession(vcenter);
                results.put(name, vcenter.session().read(POLL, session -> new CnsClient(session)
                        .query(query, LIST_PAGE_SIZE, MAX_LIST_PAGES)));
            } catch (NoSessionException | VcenterException e) {
                results.put(name, new CnsQueryResult.Incomplete(List.of(), String.valueOf(e.getMessage())));
            }
        }
        return results;
    }

    /// Waits for a session, as long as one may come soon.
    ///
    /// @throws NoSessionException if there is none
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
