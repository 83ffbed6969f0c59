package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource;
import dev.vspherecloud.vsphere.inventory.login.LoginRateLimiter;
import dev.vspherecloud.vsphere.inventory.login.VcenterAccess;
import dev.vspherecloud.vsphere.inventory.tag.WantedTags;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/// A watcher on its own thread. It records the Nodes that the watcher announced, and waits for results.
///
/// Threads: a test's thread calls; the watcher's thread announces.
final class RunningWatcher implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(20);

    private final VcenterClient client;
    private final VcenterWatcher watcher;
    private final VsphereInstances instances;
    private final Thread thread;
    private final List<NodeName> announced = new CopyOnWriteArrayList<>();

    RunningWatcher(int port, Credentials credentials, boolean readsTags) {
        this(
                port,
                () -> new CredentialSource.Reading.Ready(credentials, "the test", "1"),
                Fixtures.rateLimiter(),
                readsTags);
    }

    RunningWatcher(int port, CredentialSource credentials, LoginRateLimiter rateLimiter, boolean readsTags) {
        this("vc-a", port, credentials, rateLimiter, readsTags);
    }

    RunningWatcher(
            String name, int port, CredentialSource credentials, LoginRateLimiter rateLimiter, boolean readsTags) {
        var endpoint = new VcenterEndpoint(name, "127.0.0.1", port, new TlsTrust.Insecure(), Optional.empty());
        client = new VcenterClient(endpoint, Timeouts.standard(), "test", VcenterObserver.NONE);
        watcher = new VcenterWatcher(
                new VcenterSettings(
                        name,
                        List.of(),
                        Optional.of(WantedTags.of(Fixtures.ZONES)).filter(_ -> readsTags)),
                new VcenterAccess(client, credentials, rateLimiter),
                this::announce,
                Fixtures.runtime(pause -> TimeUnit.NANOSECONDS.sleep(pause.toNanos())),
                WatchObserver.NONE);
        instances = new VsphereInstances(List.of(watcher));
        thread = Thread.ofVirtual().start(watcher);
    }

    static VcenterSettings settings(boolean readsTags, String... datacenters) {
        return new VcenterSettings(
                "vc-a",
                List.of(datacenters),
                Optional.of(WantedTags.of(Fixtures.ZONES)).filter(_ -> readsTags));
    }

    VcenterWatcher watcher() {
        return watcher;
    }

    VmLookup lookup(String node) {
        return instances.lookup(new NodeName(node));
    }

    private void announce(NodeName node) {
        announced.add(node);
    }

    /// Watches a Node that reports this system UUID.
    void follow(String node, String systemUuid) {
        instances.watch(
                Fixtures.asked(new NodeName(node), SystemUuid.parse(systemUuid).orElseThrow()));
    }

    /// Returns the announced Nodes in order, with repetitions.
    List<String> announced() {
        return announced.stream().map(NodeName::value).toList();
    }

    Vm awaitFound(String node, Predicate<Vm> condition) {
        VmLookup lookup =
                await(node, each -> each instanceof VmLookup.Found(Vm vm, var _, var _) && condition.test(vm));
        return ((VmLookup.Found) lookup).vm();
    }

    Vm awaitAddress(String node, String address) {
        return awaitFound(node, vm -> addresses(vm).contains(address));
    }

    VmLookup await(String node, Predicate<VmLookup> condition) {
        return Awaitility.await(node)
                .pollDelay(Duration.ZERO)
                .pollInterval(POLL)
                .until(() -> lookup(node), condition);
    }

    static List<String> addresses(Vm vm) {
        return vm.guest().nics().stream()
                .flatMap(nic -> nic.addresses().stream())
                .map(address -> address.text())
                .toList();
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(EventTimeout.LIMIT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        client.close();
    }
}
