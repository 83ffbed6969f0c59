package dev.vspherecloud.ccm.application.endpoint;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.application.metrics.ReviewMetrics;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.SupervisedThread;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.serving.auth.AccessDecision;
import dev.vspherecloud.serving.auth.AccessFilter;
import dev.vspherecloud.serving.auth.AuthenticationSettings;
import dev.vspherecloud.serving.auth.ClientCaException;
import dev.vspherecloud.serving.auth.ClusterClientCa;
import dev.vspherecloud.serving.auth.DelegatedAccessFilter;
import dev.vspherecloud.serving.auth.RequestAttributes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Decides which clients may read the pages of this process: first by the flags, then by reviews of the API server.
///
/// Opening this object sends no request, so the port is served even if the API server does not answer.
///
/// Threads: [#admit] may be called from anywhere. The thread `authentication` reads which CA certificates are valid
/// for clients; it ends with [#close].
public final class ServingAccess implements AccessFilter, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ServingAccess.class);

    private static final DelegatedAccessFilter.Cluster NO_CLUSTER =
            new DelegatedAccessFilter.Cluster(Optional.empty(), Optional.empty(), Optional.empty());
    private static final Duration END = Duration.ofMillis(500);

    private final DelegatedConnections connections;
    private final DelegatedAccessFilter accessFilter;
    private final Optional<SupervisedThread> lookup;

    private ServingAccess(
            DelegatedConnections connections, DelegatedAccessFilter accessFilter, Optional<SupervisedThread> lookup) {
        this.connections = connections;
        this.accessFilter = accessFilter;
        this.lookup = lookup;
    }

    /// Opens the connections for reviews and starts the thread `authentication`. Throws [KubeException] if a
    /// kubeconfig is invalid, and [ClientCaException] if a file of CA certificates is invalid.
    ///
    /// @param main the connection of the controllers, which stays open
    /// @param metrics counts each review
    /// @param supervisor restarts the thread if it fails
    public static ServingAccess open(
            Options options, KubeConnection main, ReviewMetrics metrics, Supervisor supervisor) {
        var connections = new DelegatedConnections(options.apiServer(), main, KubeConnection.isInPod());
        try {
            return open(options.serving(), connections, metrics, supervisor);
        } catch (KubeException | ClientCaException e) {
            connections.close();
            throw e;
        }
    }

    private static ServingAccess open(
            Options.ServingOptions serving,
            DelegatedConnections connections,
            ReviewMetrics metrics,
            Supervisor supervisor) {
        DelegatedAccessFilter.Cluster cluster =
                serving.port().port() == 0 ? NO_CLUSTER : cluster(serving, connections, metrics);
        var accessFilter = DelegatedAccessFilter.of(
                serving.authentication(), serving.authorization(), cluster, System::nanoTime, InstantSource.system());
        Optional<SupervisedThread> lookup = cluster.published()
                .map(each -> supervisor.start(
                        "authentication", "authentication", () -> refreshForEver(each, Sleeper.system())));
        return new ServingAccess(connections, accessFilter, lookup);
    }

    private static DelegatedAccessFilter.Cluster cluster(
            Options.ServingOptions serving, DelegatedConnections connections, ReviewMetrics metrics) {
        Optional<KubeConnection> authentication =
                connections.to(serving.authentication().kubeconfig());
        Optional<KubeConnection> authorization =
                connections.to(serving.authorization().kubeconfig());
        if (authentication.isEmpty() || authorization.isEmpty()) {
            log.warn("Requests cannot be authenticated: this process does not run in a Pod; set "
                    + "--authentication-kubeconfig and --authorization-kubeconfig");
        }
        return new DelegatedAccessFilter.Cluster(
                authentication.map(each -> metrics.withMetrics(ClusterReviews.tokens(each))),
                authorization.map(each -> metrics.withMetrics(ClusterReviews.access(each))),
                authentication
                        .filter(_ -> needsLookup(serving.authentication()))
                        .map(each -> new ClusterClientCa(ClusterReviews.authentication(each), System::nanoTime)));
    }

    private static boolean needsLookup(AuthenticationSettings settings) {
        boolean namesEverybody = settings.clientCaFile().isPresent()
                && settings.requestHeader().caFile().isPresent();
        return !settings.skipLookup() && !namesEverybody;
    }

    static void refreshForEver(ClusterClientCa published, Sleeper pause) {
        try {
            while (true) {
                pause.sleep(published.refresh());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Returns why the thread `authentication` has ended, or why it fails after each restart; empty while it works.
    public Optional<String> unhealthyReason() {
        return lookup.flatMap(SupervisedThread::unhealthyReason);
    }

    @Override
    public AccessDecision admit(RequestAttributes requestAttributes) throws InterruptedException {
        return accessFilter.admit(requestAttributes);
    }

    /// Stops the thread `authentication` and closes the connections. It waits for the thread, so that a request in
    /// progress does not fail with the closed connection and log an error.
    @Override
    public void close() {
        lookup.ifPresent(SupervisedThread::interrupt);
        try {
            if (lookup.isPresent()) {
                boolean _ = lookup.get().join(END);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        connections.close();
    }
}
