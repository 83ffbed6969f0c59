package dev.vspherecloud.ccm.domain.node;

import java.time.Instant;

/// The readiness of a Node, and signs that it is being removed.
///
/// @param ready the status of the condition `Ready`; [Ready#UNKNOWN] also if the Node has no such condition
/// @param heartbeat the `lastHeartbeatTime` of the condition `Ready`, by the clock of the Node; [Instant#EPOCH] if
///     there is none
/// @param shutdownTaint true if the Node has the taint [#SHUTDOWN]
/// @param isDeleting true if the Node has a `deletionTimestamp`
/// @param isLeaving true if the autoscaler or Cluster API is about to remove the Node
public record NodeHealth(Ready ready, Instant heartbeat, boolean shutdownTaint, boolean isDeleting, boolean isLeaving) {
    /// The key of the taint of a Node whose VM is shut down. Its effect is `NoSchedule`, and it has no value.
    ///
    /// Rule from: kubernetes/cloud-provider, api.TaintNodeShutdown.
    public static final String SHUTDOWN = "node.cloudprovider.kubernetes.io/shutdown";

    /// The health of a Node that is ready and is not being removed.
    public static final NodeHealth HEALTHY = new NodeHealth(Ready.TRUE, Instant.EPOCH, false, false, false);

    /// The status of the condition `Ready` of a Node.
    public enum Ready {
        TRUE("true"),

        /// The Node is not ready. The kubelet reports this itself, so the kubelet is alive.
        FALSE("false"),

        /// The cluster has not received a heartbeat of the kubelet for a while.
        UNKNOWN("unknown");

        private final String text;

        Ready(String text) {
            this.text = text;
        }

        /// Returns the name of the status in JSON and tables, for example `unknown`. The name does not change if
        /// the Java constant is renamed.
        public String text() {
            return text;
        }
    }

    /// Returns the same health with this time of the kubelet's last heartbeat.
    public NodeHealth at(Instant time) {
        return new NodeHealth(ready, time, shutdownTaint, isDeleting, isLeaving);
    }
}
