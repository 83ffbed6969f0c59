package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.domain.breaker.Breaker;
import dev.vspherecloud.ccm.domain.breaker.NodePlacement;
import dev.vspherecloud.ccm.domain.node.DeleteOutcome;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.existence.Proof;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes a Node whose VM is gone. Before the delete it checks again everything that could prevent it: the age of
/// the existence proof, the breaker, the newest VM lookup, and the leadership.
///
/// Rule from: kubernetes/cloud-provider, controllers/nodelifecycle, for the Events; differs: that controller makes
/// no such check, and deletes any Node that has the name by then. Threads: confined.
final class NodeRemoval {
    private static final Logger log = LoggerFactory.getLogger(NodeRemoval.class);

    /// The maximum age of an existence proof. Its last observation is the last check before the delete, so it must
    /// be recent.
    static final Duration MAX_PROOF_AGE = Duration.ofSeconds(10);

    private final ClusterPorts cluster;
    private final VspherePorts vsphere;
    private final OwnerVcenters ownerVcenters;
    private final NodeRegistry nodeRegistry;
    private final ClusterMonitor clusterMonitor;
    private final LongSupplier nanoTime;
    private final LifecycleObserver observer;

    NodeRemoval(
            ClusterPorts cluster,
            VspherePorts vsphere,
            NodeRegistry nodeRegistry,
            ClusterMonitor clusterMonitor,
            LongSupplier nanoTime,
            LifecycleObserver observer) {
        this.cluster = cluster;
        this.vsphere = vsphere;
        this.ownerVcenters = new OwnerVcenters(vsphere.existenceChecker());
        this.nodeRegistry = nodeRegistry;
        this.clusterMonitor = clusterMonitor;
        this.nanoTime = nanoTime;
        this.observer = observer;
    }

    /// The result of an attempt to delete a Node.
    sealed interface Result {
        /// The Node is deleted, or will be when its finalizers are done.
        record Gone() implements Result {}

        /// The existence proof is too old by now.
        record Stale() implements Result {}

        /// The delete is not allowed at the moment, or the API server did not carry it out.
        record Failed(String why) implements Result {}
    }

    boolean isCurrent(Proof proof) {
        return nanoTime.getAsLong() - proof.observations().concludedAt() <= MAX_PROOF_AGE.toNanos();
    }

    Result remove(NodeView node, Proof proof) {
        if (!clusterMonitor.isReadable()) {
            return new Result.Failed("the state on the Lease cannot be read");
        }
        if (!cluster.leadership().isHeld()) {
            return new Result.Failed("this process may not be the leader any more");
        }
        if (!proof.isDestroyed() && !isDeletionRecorded(node)) {
            return new Result.Failed("the deletion breaker is open, or the missing VM cannot be recorded on the Lease");
        }
        if (!cluster.leadership().isConfirmed()) {
            return new Result.Failed("the Lease cannot be read, or another process holds it");
        }
        if (!isCurrent(proof)) {
            return new Result.Stale();
        }
        if (!isStillMissing(node, proof) || !cluster.leadership().isHeld()) {
            return new Result.Failed("the VM was found again or the leadership is uncertain");
        }
        return delete(node, proof);
    }

    /// Returns true if nothing contradicts the existence proof since it was completed. For example, a vCenter that
    /// did not answer in time may have answered by now.
    private boolean isStillMissing(NodeView node, Proof proof) {
        VmLookup lookup = vsphere.instances().lookup(node.name());
        boolean isAbsent =
                proof.isDestroyed() ? ownerVcenters.isAbsent(lookup, proof.vm()) : lookup instanceof VmLookup.Missing;
        return isAbsent
                && vsphere.existenceChecker()
                        .result(node.name())
                        .filter(nodeRegistry.state(node)::isNewResult)
                        .isEmpty();
    }

    /// Returns true if a person acknowledged that the Node's VM is gone, or if the breaker is closed and the
    /// deletion is recorded on the Lease.
    private boolean isDeletionRecorded(NodeView node) {
        Breaker breaker = clusterMonitor.evaluateBreaker();
        NodePlacement placement = nodeRegistry.placement(node).orElseThrow();
        boolean isAcknowledged = breaker.acknowledgedNodes().contains(placement.key());
        return isAcknowledged || (breaker.open().isEmpty() && clusterMonitor.recordDeletion(placement));
    }

    private Result delete(NodeView node, Proof proof) {
        NodeState state = nodeRegistry.state(node);
        if (state.markAnnounced()) {
            postDeletingEvent(node, proof);
        }
        return switch (cluster.nodes().delete(node)) {
            case DeleteOutcome.Deleted(), DeleteOutcome.Vanished() -> {
                state.delete();
                observer.onDeleted(proof);
                yield new Result.Gone();
            }
            case DeleteOutcome.Conflict() -> new Result.Failed("the Node changed meanwhile");
            case DeleteOutcome.Failed(String why) -> {
                failed(node, why);
                yield new Result.Failed(why);
            }
        };
    }

    private void postDeletingEvent(NodeView node, Proof proof) {
        log.atInfo()
                .addKeyValue("node", node.name())
                .addKeyValue("uid", node.meta().uid())
                .addKeyValue("vm", proof.vm().ref())
                .addKeyValue("evidence", proof.evidence())
                .log("Deleting node");
        cluster.events()
                .normal(
                        node,
                        "DeletingNode",
                        "Deleting node %s because it does not exist in the cloud provider: %s"
                                .formatted(node.name(), proof.evidence()));
    }

    /// Reports a failed delete in an Event, a log line and a metric. An interrupted call or the loss of leadership
    /// is not a failure.
    private void failed(NodeView node, String why) {
        if (Thread.currentThread().isInterrupted() || !cluster.leadership().isHeld()) {
            return;
        }
        observer.onDeleteFailed();
        cluster.events()
                .warning(
                        node,
                        new Reason(
                                NodeReason.DELETING_NODE_FAILED,
                                "the VM of this Node is gone, but the API server did not delete the Node: " + why));
        log.atWarn()
                .addKeyValue("node", node.name())
                .addKeyValue("cause", why)
                .log("Cannot delete node, will try again");
    }
}
