package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.node.NodeEvents;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.event.EventRecorder;
import dev.vspherecloud.kubernetes.event.ObjectReference;
import dev.vspherecloud.kubernetes.lease.LeaseObjects;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// Posts Events about Nodes and about the leader's Lease, through an [EventRecorder].
///
/// Events that concern a vCenter or the whole cluster are about the Lease. Its `uid` is looked up when the Event is
/// made.
///
/// Threads: Events are posted from anywhere; [#run] sends them and has one caller, which ends it by an interrupt.
public final class KubeEvents implements NodeEvents, Runnable {
    /// The component in Events. The cloud-controller-manager in Go uses the same name in its Events about Nodes.
    private static final String COMPONENT = "cloud-node-controller";

    private static final Duration LEASE_BUDGET = Duration.ofSeconds(4);

    private final LeaseObjects lease;
    private final ObjectReference onLease;
    private final EventRecorder poster;

    /// Creates the object; it sends nothing yet.
    ///
    /// @param leaseNamespace the namespace of the Lease for leader election
    /// @param leaseName the name of the Lease for leader election, which need not exist
    /// @param mayWrite returns true while it is certain that this process leads; Events that are posted at other
    ///     times wait
    public KubeEvents(KubeConnection connection, String leaseNamespace, String leaseName, BooleanSupplier mayWrite) {
        this(
                connection.server().withWriteFence(mayWrite),
                leaseNamespace,
                leaseName,
                InstantSource.system(),
                System::nanoTime,
                Sleeper.system());
    }

    KubeEvents(
            ApiServer server,
            String leaseNamespace,
            String leaseName,
            InstantSource clock,
            LongSupplier nanoTime,
            Sleeper pause) {
        this.lease = new LeaseObjects(server, leaseNamespace, leaseName);
        this.onLease = ObjectReference.lease(leaseNamespace, leaseName);
        this.poster = new EventRecorder(server, COMPONENT, _ -> leaseUid(), clock, nanoTime, pause);
    }

    @Override
    public void normal(NodeView node, String reason, String message) {
        poster.normal(subject(node), reason, message);
    }

    @Override
    public void warning(NodeView node, Reason reason) {
        poster.warning(subject(node), reason);
    }

    @Override
    public void warning(String vcenter, Reason reason) {
        String message = "vCenter " + vcenter + ": " + reason.message();
        poster.warning(
                onLease.withPart("vcenter{" + vcenter + "}"), reason.code().text(), message);
    }

    @Override
    public void warning(Reason reason) {
        poster.warning(onLease, reason);
    }

    /// Returns the number of Events that were dropped; see [EventRecorder#dropped].
    public long dropped() {
        return poster.dropped();
    }

    @Override
    public void run() {
        poster.run();
    }

    /// Sends the Events that are waiting now.
    void deliverWaiting() throws InterruptedException {
        poster.deliverWaiting();
    }

    /// Returns the uid of the leader's Lease; empty if there is no Lease, or if this process may not read it.
    private String leaseUid() {
        try {
            return lease.read(LEASE_BUDGET)
                    .map(object -> object.find("metadata", "uid").asText())
                    .orElse("");
        } catch (KubeException e) {
            if (e.kind() == KubeException.Kind.FORBIDDEN) {
                return "";
            }
            throw e;
        }
    }

    private static ObjectReference subject(NodeView node) {
        return ObjectReference.node(node.name().value(), node.meta().uid());
    }
}
