package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// What kubelets and the node controller of Kubernetes write about Nodes: beside a [KubeApiServer] nobody does.
///
/// A kubelet that lives says that its Node is ready and renews the Node's Lease. Once one is silent for long
/// enough, the node controller says that nobody knows; the last heartbeat and the last renewal stay as they are.
///
/// @param clock of the Nodes
public record SimulatedKubelets(KubeObjects objects, InstantSource clock) {
    private static final String LEASES = "kube-node-lease";
    private static final Duration GRACE = Duration.ofSeconds(50);

    /// Ready, with a heartbeat and a renewed Lease of now.
    public void setReady(String node) {
        ready(node, "True", "KubeletReady", clock.instant());
        renew(node);
    }

    /// The kubelet lives, and says that the Node is not ready.
    public void setNotReady(String node) {
        ready(node, "False", "KubeletNotReady", clock.instant());
        renew(node);
    }

    /// Nothing was heard of the kubelet for a while.
    public void stopHeartbeats(String node) {
        ready(node, "Unknown", "NodeStatusUnknown", clock.instant().minus(GRACE));
    }

    public void stopHeartbeats(List<String> nodes) {
        nodes.forEach(this::stopHeartbeats);
    }

    /// Renews the Node's Lease and says nothing of the Node: a sign of life that the Node itself does not show.
    public void renew(String node) {
        objects.renewLease(LEASES, node, node, clock.instant());
    }

    public boolean hasLease(String node) {
        return objects.findLease(LEASES, node).isPresent();
    }

    /// As the garbage collector does some time after a Node is gone.
    public void removeLease(String node) {
        objects.deleteLease(LEASES, node);
    }

    /// It is the only condition that these Nodes have.
    private void ready(String node, String status, String reason, Instant heartbeat) {
        var patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", status)
                .put("reason", reason)
                .put("lastHeartbeatTime", seconds(heartbeat))
                .put("lastTransitionTime", seconds(clock.instant()));
        objects.patch("/api/v1/nodes/" + node + "/status", patch.toString());
    }

    private static String seconds(Instant time) {
        return Instant.ofEpochSecond(time.getEpochSecond()).toString();
    }
}
