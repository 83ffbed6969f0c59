package dev.vspherecloud.csi.reconcile.topology;

import dev.vspherecloud.csi.cluster.call.RecordDefinitionResult;
import dev.vspherecloud.csi.cluster.topology.KubeNodeTopologies;
import dev.vspherecloud.csi.cluster.topology.NodeTopologyObject;
import dev.vspherecloud.csi.domain.node.DriverNode;
import dev.vspherecloud.csi.domain.node.DriverNodes;
import dev.vspherecloud.csi.domain.topology.NodeTopology.State;
import dev.vspherecloud.csi.domain.topology.NodeTopologyDecision;
import dev.vspherecloud.csi.domain.topology.NodeTopologyPolicy;
import dev.vspherecloud.csi.domain.topology.TopologyCategory;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.event.EventRecorder;
import dev.vspherecloud.kubernetes.event.ObjectReference;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers the `CSINodeTopology` objects: those that are new at once, and all of them again at regular times, because
/// a VM may move and a tag may change. An answer with labels is never changed; a difference is an Event on the Node.
///
/// Nothing is asked of vCenter here: Nodes and tags are followed anyway.
///
/// Threads: [#run] and [#watch] have one caller each, which ends them by an interrupt. [#wake] may be called from
/// anywhere.
public final class NodeTopologyController implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(NodeTopologyController.class);

    /// The component in Events, which is the name of the driver.
    private static final String COMPONENT = "csi.vsphere.vmware.com";

    /// The time between two checks of all objects: that of a node plugin that waits is short.
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private static final Duration BUDGET = Duration.ofSeconds(10);

    private final KubeNodeTopologies topologies;
    private final DriverNodes nodes;
    private final Supplier<List<TopologyCategory>> categories;
    private final EventRecorder events;
    private final Semaphore wakeUps = new Semaphore(0);

    /// The last Event about each object, by uid.
    private final Map<String, String> reported = new HashMap<>();

    /// Creates the controller.
    ///
    /// @param categories returns the configured categories
    public NodeTopologyController(ApiServer server, DriverNodes nodes, Supplier<List<TopologyCategory>> categories) {
        this.topologies = new KubeNodeTopologies(server, System::nanoTime, this::wake);
        this.nodes = nodes;
        this.categories = categories;
        this.events = new EventRecorder(
                server, COMPONENT, ObjectReference::uid, InstantSource.system(), System::nanoTime, Sleeper.system());
    }

    /// Checks all objects soon.
    public void wake() {
        wakeUps.release();
    }

    /// Keeps the objects current.
    public void watch() {
        topologies.watch();
    }

    @Override
    public void run() {
        try {
            awaitDefinition();
            while (true) {
                if (wakeUps.tryAcquire(INTERVAL.toNanos(), TimeUnit.NANOSECONDS)) {
                    wakeUps.drainPermits();
                }
                answerAll();
                events.deliverWaiting();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitDefinition() throws InterruptedException {
        while (topologies.ensureDefinition(BUDGET) instanceof RecordDefinitionResult.Failed(String problem)) {
            log.atWarn().addKeyValue("cause", problem).log("Cannot create the definition of CSINodeTopology");
            if (wakeUps.tryAcquire(INTERVAL.toNanos(), TimeUnit.NANOSECONDS)) {
                wakeUps.drainPermits();
            }
        }
    }

    private void answerAll() {
        List<NodeTopologyObject> objects = topologies.all();
        reported.keySet()
                .retainAll(objects.stream().map(NodeTopologyObject::uid).collect(Collectors.toSet()));
        if (objects.isEmpty()) {
            return;
        }
        List<TopologyCategory> configured = categories.get();
        Map<String, DriverNode> byName = nodes.all().stream()
                .collect(Collectors.toMap(node -> node.name().value(), Function.identity(), (one, _) -> one));
        objects.forEach(object -> answer(object, configured, Optional.ofNullable(byName.get(object.node()))));
    }

    private void answer(NodeTopologyObject object, List<TopologyCategory> configured, Optional<DriverNode> node) {
        NodeTopologyDecision decision = NodeTopologyPolicy.decide(
                object.topology(),
                configured,
                node.map(DriverNode::labels).orElse(Map.of()),
                node.map(DriverNode::vm).orElseGet(VmLookup.Pending::new));
        boolean isAnswered = object.topology().state() == State.SUCCESS;
        switch (decision) {
            case NodeTopologyDecision.Labels(Map<String, String> labels, List<String> remarks) -> {
                if (!isAnswered || !object.topology().labels().equals(labels)) {
                    written(object, topologies.succeed(object, labels, BUDGET));
                }
                report(object, NodeTopologyEvent.TOPOLOGY_DIFFERS, String.join("; ", remarks));
            }
            case NodeTopologyDecision.Refused(String message) -> {
                // An answer with labels stays, also if a category was added since.
                if (!isAnswered && !object.error().equals(message)) {
                    written(object, topologies.fail(object, message, BUDGET));
                }
                report(object, NodeTopologyEvent.TOPOLOGY_UNKNOWN, message);
            }
            case NodeTopologyDecision.NotKnown _ -> {}
        }
    }

    private static void written(NodeTopologyObject object, Optional<String> problem) {
        if (problem.isEmpty()) {
            log.atInfo().addKeyValue("node", object.node()).log("Topology labels of a Node are answered");
        } else {
            log.atWarn()
                    .addKeyValue("node", object.node())
                    .addKeyValue("cause", problem.get())
                    .log("Cannot answer a CSINodeTopology, will try again");
        }
    }

    /// Posts an Event on the Node if the message is new.
    private void report(NodeTopologyObject object, NodeTopologyEvent code, String message) {
        String before = message.isEmpty() ? reported.remove(object.uid()) : reported.put(object.uid(), message);
        if (!message.isEmpty() && !message.equals(before)) {
            events.warning(ObjectReference.node(object.node(), object.nodeUid()), new Reason(code, message));
        }
    }
}
