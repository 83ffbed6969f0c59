package dev.vspherecloud.ccm;

import dev.vspherecloud.config.CaFile;
import dev.vspherecloud.config.CloudConfig;
import dev.vspherecloud.config.TlsConfig;
import dev.vspherecloud.config.VcenterConfig;
import dev.vspherecloud.controllers.node.NodeController;
import dev.vspherecloud.controllers.node.VmRecorder;
import dev.vspherecloud.domain.node.AddressRules;
import dev.vspherecloud.domain.node.NodeName;
import dev.vspherecloud.domain.node.NodeSettings;
import dev.vspherecloud.kubernetes.KubeConnection;
import dev.vspherecloud.kubernetes.KubeEvents;
import dev.vspherecloud.kubernetes.KubeNodes;
import dev.vspherecloud.observability.Version;
import dev.vspherecloud.reconcile.Backoff;
import dev.vspherecloud.reconcile.Loop;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.TlsTrust;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.inventory.VcenterSettings;
import dev.vspherecloud.vsphere.inventory.VcenterWatcher;
import dev.vspherecloud.vsphere.inventory.VsphereInstances;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// Everything that works while this process leads, wired by hand, and the order in which it starts and stops.
///
/// Threads: made, started and closed by the main thread. The threads that it starts are named after what they do.
final class NodeControllers implements AutoCloseable {
    /// Together less than the five seconds in which the process must end: the lease is released after this.
    private static final Duration DRAIN = Duration.ofMillis(500);

    private static final Duration GOOD_BYE = Duration.ofSeconds(3);

    private static final Timeouts TIMEOUTS = new Timeouts(
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofMinutes(1),
            Duration.ofMillis(1200),
            Duration.ofSeconds(15));

    /// How long the watchers wait for the first credentials; later ones they find when they look again.
    private static final Duration FIRST_CREDENTIALS = Duration.ofSeconds(2);

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofMinutes(1));

    /// How many Nodes at once when the flag does not say; each takes two writes of some ten milliseconds.
    private static final int WORKERS = 8;

    /// Taking over a cluster writes five Nodes a second and no more.
    private static final Duration RECORDING_PACE = Duration.ofMillis(200);

    private final KubeNodes nodes;
    private final KubeEvents events;
    private final CredentialFeeds credentials;
    private final List<VcenterClient> clients = new ArrayList<>();
    private final List<VcenterWatcher> watchers = new ArrayList<>();
    private final Loop<NodeName> loop;
    private final Loop<NodeName> recording;
    private final NodeController controller;
    private final List<Thread> watching = new ArrayList<>();
    private final List<Thread> reading = new ArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);

    NodeControllers(Options options, CloudConfig config, KubeConnection connection) {
        loop = new Loop<>(
                new Loop.Settings("node", options.nodes().concurrentSyncs().orElse(WORKERS), BACKOFF, Duration.ZERO),
                this::reconcile,
                System::nanoTime,
                NodeControllers::random);
        nodes = new KubeNodes(connection, loop::add);
        events = new KubeEvents(connection);
        credentials = new CredentialFeeds(connection);
        config.vcenters().forEach(vcenter -> watch(vcenter, config.topology().isPresent()));
        var instances = new VsphereInstances(watchers);
        NodeSettings settings = settings(options, config);
        recording = new Loop<>(
                new Loop.Settings("node-record", 1, BACKOFF, RECORDING_PACE),
                new VmRecorder(nodes, instances, settings),
                System::nanoTime,
                NodeControllers::random);
        controller = new NodeController(nodes, instances, events, settings, recording::add);
    }

    private static double random() {
        return ThreadLocalRandom.current().nextDouble();
    }

    private Outcome reconcile(NodeName name) {
        return controller.reconcile(name);
    }

    private void watch(VcenterConfig vcenter, boolean readsTags) {
        var endpoint = new VcenterEndpoint(vcenter.name(), vcenter.server(), vcenter.port(), trust(vcenter));
        var client = new VcenterClient(endpoint, TIMEOUTS, "vsphere-cloud-controller-manager/" + Version.text());
        clients.add(client);
        watchers.add(new VcenterWatcher(
                new VcenterSettings(vcenter.name(), vcenter.datacenters(), readsTags),
                client,
                credentials.of(vcenter, () -> {}),
                loop::add,
                System::nanoTime,
                this::pause));
    }

    private static TlsTrust trust(VcenterConfig vcenter) {
        TlsConfig tls = vcenter.tls();
        if (tls.insecure()) {
            return new TlsTrust.Insecure();
        }
        TlsTrust base = tls.caFiles().isEmpty()
                ? new TlsTrust.SystemRoots()
                : TlsTrust.authorities(
                        vcenter.name(), tls.caFiles().stream().map(CaFile::path).toList());
        return tls.thumbprints().isEmpty() ? base : new TlsTrust.Thumbprints(tls.thumbprints(), base);
    }

    private static NodeSettings settings(Options options, CloudConfig config) {
        Map<String, AddressRules> addresses = new HashMap<>();
        config.vcenters()
                .forEach(vcenter ->
                        addresses.put(vcenter.name(), new AddressRules(vcenter.ipFamilies(), config.networks())));
        return new NodeSettings(addresses, config.topology(), options.nodes().labels());
    }

    /// Ends early when the process does: whoever waits is interrupted then anyway.
    private void pause(Duration duration) throws InterruptedException {
        boolean _ = closing.await(duration.toNanos(), TimeUnit.NANOSECONDS);
    }

    void start() throws InterruptedException {
        reading.add(Thread.ofVirtual().name("nodes").start(nodes));
        reading.add(Thread.ofVirtual().name("events").start(events));
        credentials.awaitNews(FIRST_CREDENTIALS);
        for (int i = 0; i < watchers.size(); i++) {
            String name = "vcenter-" + clients.get(i).endpoint().name();
            watching.add(Thread.ofVirtual().name(name).start(watchers.get(i)));
        }
        loop.start();
        recording.start();
    }

    /// First nobody writes any more, then the sessions end, then the rest.
    @Override
    public void close() {
        closing.countDown();
        loop.close(DRAIN);
        recording.close(DRAIN);
        watching.forEach(Thread::interrupt);
        reading.forEach(Thread::interrupt);
        credentials.close();
        try {
            long deadline = System.nanoTime() + GOOD_BYE.toNanos();
            for (Thread thread : watching) {
                boolean _ = thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        clients.forEach(VcenterClient::close);
    }
}
