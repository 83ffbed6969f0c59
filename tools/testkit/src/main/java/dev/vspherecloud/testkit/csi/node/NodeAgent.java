package dev.vspherecloud.testkit.csi.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.vspherecloud.testkit.servers.KubeAnswerException;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.NodeSpec;
import dev.vspherecloud.testkit.servers.ServerException;
import dev.vspherecloud.testkit.servers.SimulatedKubelets;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// Does on one Node what a kubelet does for storage: see the package.
///
/// It creates the Node if there is none, renews its Lease, registers the driver, and runs the Pods that the scheduler
/// binds to the Node. [#stop] is a kubelet that dies, and [#restart] one that starts again: all that it needs to know
/// is in the API server and in the mounts of the [NodePlugin].
///
/// Differences from a kubelet: no containers run, so a Pod is running as soon as its volumes are published, and ends
/// when it is deleted. The Lease is renewed every 2 s instead of 10 s. The calls to the driver are made one after
/// another.
///
/// Threads: one thread starts, stops, restarts and closes it; any thread may read. Its own two threads renew the Lease,
/// and do the rest. They end with [#stop] and [#close].
public final class NodeAgent implements AutoCloseable {
    private static final Duration HEARTBEAT = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(250);
    private static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";
    private static final int MAX_FAILURES = 1_000;

    private final KubeObjects objects;
    private final InstantSource clock;
    private final NodeSpec node;
    private final NodePlugin plugin;
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private Optional<Run> run = Optional.empty();

    private NodeAgent(KubeObjects objects, InstantSource clock, NodeSpec node, NodePlugin plugin) {
        this.objects = objects;
        this.clock = clock;
        this.node = node.annotation("volumes.kubernetes.io/controller-managed-attach-detach", "true");
        this.plugin = plugin;
    }

    /// The Node of a kubelet on a VM, after the cloud controller manager has set its provider id.
    ///
    /// @param uuid the BIOS UUID of the VM, lower case with dashes
    public static NodeSpec nodeOf(String name, String uuid) {
        return NodeSpec.aNode(name).systemUuid(uuid).providerId("vsphere://" + uuid);
    }

    /// Starts the agent. The Node exists when this method returns; await the driver with [#awaitRegistered].
    ///
    /// @param node  the Node to create
    /// @param clock for the times of the Node and its Pods
    public static NodeAgent start(KubeObjects objects, InstantSource clock, NodeSpec node, NodePlugin plugin) {
        var agent = new NodeAgent(objects, clock, node, plugin);
        agent.restart();
        return agent;
    }

    public String name() {
        return node.name();
    }

    public NodePlugin plugin() {
        return plugin;
    }

    /// The calls that failed, with the latest ones missing if there are too many.
    public List<String> failures() {
        return List.copyOf(failures);
    }

    /// Waits until the driver is registered.
    public NodeAgent awaitRegistered(Duration limit) {
        objects.await("/apis/storage.k8s.io/v1/csinodes/" + name(), limit, csiNode -> csiNode.at("/spec/drivers")
                .findValuesAsText("name")
                .contains(plugin.driver()));
        return this;
    }

    /// Stops the kubelet without a trace, as if its VM stopped. The node controller sets the Node to unknown after its
    /// grace period; [#reportUnknown] does so at once.
    public void stop() {
        run.ifPresent(Run::close);
        run = Optional.empty();
    }

    /// Sets the Node to unknown, as the node controller does some time after [#stop].
    public void reportUnknown() {
        kubelet().stopHeartbeats(name());
    }

    /// Starts the kubelet again if it is stopped. It creates the Node if that is gone.
    public void restart() {
        if (run.isEmpty()) {
            objects.putNode(node);
            objects.patch("/api/v1/nodes/" + name() + "/status", """
                    {"status": {"capacity": {"cpu": "32", "memory": "64Gi", "pods": "110"},
                                "allocatable": {"cpu": "32", "memory": "64Gi", "pods": "110"}}}""");
            kubelet().setReady(name());
            run = Optional.of(new Run());
        }
    }

    /// Adds the taint with which an administrator says that the VM does not run, so that volumes are detached at once.
    public void taintOutOfService() {
        changeTaints(_ -> true, true);
    }

    public void removeOutOfServiceTaint() {
        changeTaints(taint -> !taint.path("key").asText().equals(OUT_OF_SERVICE), false);
    }

    private void changeTaints(Predicate<JsonNode> kept, boolean add) {
        var patch = JsonNodeFactory.instance.objectNode();
        ArrayNode taints = patch.putObject("spec").putArray("taints");
        objects.node(name()).at("/spec/taints").valueStream().filter(kept).forEach(taints::add);
        if (add) {
            taints.addObject()
                    .put("key", OUT_OF_SERVICE)
                    .put("value", "nodeshutdown")
                    .put("effect", "NoExecute");
        }
        objects.patchNode(name(), patch.toString());
    }

    private SimulatedKubelets kubelet() {
        return new SimulatedKubelets(objects, clock);
    }

    private void fail(String message) {
        if (failures.size() < MAX_FAILURES) {
            failures.add(message);
        }
    }

    @Override
    public void close() {
        stop();
    }

    /// What happens between a start and a stop.
    ///
    /// Threads: two of its own. Only the one that registers the driver and runs the Pods uses the flag.
    private final class Run implements AutoCloseable {
        private final CountDownLatch stopped = new CountDownLatch(1);
        private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("node-agent-" + name() + "-", 0).factory());
        private final PodSync pods = new PodSync(objects, clock, name(), plugin, NodeAgent.this::fail);
        private final DriverRegistration registration = new DriverRegistration(objects, name(), plugin.driver());
        private boolean registered;

        Run() {
            threads.execute(() -> repeat(HEARTBEAT, this::beat));
            threads.execute(() -> repeat(PAUSE, this::sync));
        }

        private void repeat(Duration pause, Runnable turn) {
            try {
                while (!stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                    turnOnce(turn);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /// The API server may restart, and objects change between a read and a write. The next turn reads again.
        private void turnOnce(Runnable turn) {
            try {
                turn.run();
            } catch (KubeAnswerException | ServerException | UncheckedIOException e) {
                fail(e.toString());
            }
        }

        /// Does nothing if the Node is deleted: only a restart creates it again.
        private void beat() {
            Optional<JsonNode> read = objects.findNode(name());
            if (read.isEmpty()) {
                return;
            }
            boolean isReady = read.get()
                    .at("/status/conditions")
                    .valueStream()
                    .anyMatch(condition -> condition.path("type").asText().equals("Ready")
                            && condition.path("status").asText().equals("True"));
            if (isReady) {
                kubelet().renew(name());
            } else {
                kubelet().setReady(name());
            }
        }

        private void sync() {
            if (!registered) {
                register();
            }
            pods.sync(registered);
        }

        private void register() {
            try {
                Optional<NodeDescription> description = plugin.describe();
                if (description.isPresent()) {
                    registration.register(description.get());
                    registered = true;
                }
            } catch (NodeCallException e) {
                fail(String.valueOf(e.getMessage()));
            } catch (KubeAnswerException e) {
                // The Node is gone, or the definition of CSINodeTopology does not exist yet. Pods without volumes run.
                fail(e.toString());
            }
        }

        @Override
        public void close() {
            stopped.countDown();
            threads.close();
        }
    }
}
