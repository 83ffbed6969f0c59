package dev.vspherecloud.ccm;

import dev.vspherecloud.kubernetes.KubeAccessReviews;
import dev.vspherecloud.kubernetes.KubeClusterAuthentication;
import dev.vspherecloud.kubernetes.KubeConnection;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeTokenReviews;
import dev.vspherecloud.serving.auth.Admission;
import dev.vspherecloud.serving.auth.AuthenticationSettings;
import dev.vspherecloud.serving.auth.AuthorityException;
import dev.vspherecloud.serving.auth.DelegatedGate;
import dev.vspherecloud.serving.auth.Gate;
import dev.vspherecloud.serving.auth.PublishedTrust;
import dev.vspherecloud.serving.auth.Visit;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Who may see the pages of this process: what the flags say, and for the rest the cluster.
///
/// Opening contacts nobody, so a port is served while the API server is away.
///
/// Threads: [#admit] may be called from anywhere. The thread `authentication` reads whose certificates count; it ends
/// with [#close].
final class PortGate implements Gate, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PortGate.class);

    private final DelegatedConnections connections;
    private final DelegatedGate gate;
    private final CountDownLatch closing = new CountDownLatch(1);

    private PortGate(DelegatedConnections connections, DelegatedGate gate) {
        this.connections = connections;
        this.gate = gate;
    }

    /// Throws [KubeException] when a kubeconfig, and [AuthorityException] when a file of authorities can't be used.
    ///
    /// @param main as the controllers use it; stays open
    static PortGate open(Options options, KubeConnection main) {
        var connections = new DelegatedConnections(options.apiServer(), main, KubeConnection.isInPod());
        try {
            return open(options.serving(), connections);
        } catch (KubeException | AuthorityException e) {
            connections.close();
            throw e;
        }
    }

    private static PortGate open(Options.ServingOptions serving, DelegatedConnections connections) {
        Optional<KubeConnection> authentication = connections.to(serving.authentication().kubeconfig());
        Optional<KubeConnection> authorization = connections.to(serving.authorization().kubeconfig());
        if (authentication.isEmpty() || authorization.isEmpty()) {
            log.warn("Nobody can be asked about visitors: outside of a Pod that takes --authentication-kubeconfig and"
                    + " --authorization-kubeconfig");
        }
        Optional<PublishedTrust> published = authentication
                .filter(_ -> needsLookup(serving.authentication()))
                .map(each -> new PublishedTrust(new KubeClusterAuthentication(each), System::nanoTime));
        var cluster = new DelegatedGate.Cluster(
                authentication.map(KubeTokenReviews::new), authorization.map(KubeAccessReviews::new), published);
        var gate = DelegatedGate.of(
                serving.authentication(),
                serving.authorization(),
                cluster,
                System::nanoTime,
                InstantSource.system());
        var port = new PortGate(connections, gate);
        published.ifPresent(each -> Thread.ofVirtual().name("authentication").start(() -> port.follow(each)));
        return port;
    }

    private static boolean needsLookup(AuthenticationSettings settings) {
        boolean namesEverybody = settings.clientAuthorities().isPresent()
                && settings.requestHeader().authorities().isPresent();
        return !settings.skipLookup() && !namesEverybody;
    }

    private void follow(PublishedTrust published) {
        try {
            boolean closed = false;
            while (!closed) {
                closed = closing.await(published.look().toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Admission admit(Visit visit) throws InterruptedException {
        return gate.admit(visit);
    }

    @Override
    public void close() {
        closing.countDown();
        connections.close();
    }
}
