package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Writes to Nodes what kubelets and the node controller of Kubernetes write, because a [KubeApiServer] runs without
/// them.
///
/// A running kubelet reports its Node as ready and renews the Node's Lease. After a long silence, the node controller
/// sets the condition to unknown; the last heartbeat and the last renewal stay as they are.
///
/// @param clock for the times of the Nodes
public record SimulatedKubelets(KubeObjects objects, InstantSource clock) {
    private static final String LEASES = "kube-node-lease";
    private static final Duration GRACE = Duration.ofSeconds(50);

    /// Reports the Node as ready, with a heartbeat and a renewed Lease of now.
    public void setReady(String node) {
        ready(node, "True", "KubeletReady", clock.instant());
        renew(node);
    }

    /// Reports the Node as not ready, with a running kubelet.
    public void setNotReady(String node) {
        ready(node, "False", "KubeletNotReady", clock.instant());
        renew(node);
    }

    /// Sets the condition to unknown, as after a longer silence of the kubelet.
    public void stopHeartbeats(String node) {
        ready(node, "Unknown", "NodeStatusUnknown", clock.instant().minus(GRACE));
    }

    public void stopHeartbeats(List<String> nodes) {
        nodes.forEach(this::stopHeartbeats);
    }

    /// Renews the Node's Lease and leaves the Node as it is: a sign of life that only the Lease shows.
    public void renew(String node) {
        objects.renewLease(LEASES, node, node, clock.instant());
    }

    public boolean hasLease(String node) {
        return objects.findLease(LEASES, node).isPresent();
    }

    /// Deletes the Lease, as the garbage collector does some time after the Node is deleted.
    public void removeLease(String node) {
        objects.deleteLease(LEASES, node);
    }

    /// Sets the condition Ready. It is the only condition of these Nodes.
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
