package dev.vspherecloud.ccm.domain.node;

import java.time.Instant;

/// Whether a Node is ready, and whether it is about to be removed.
///
/// @param ready         the status of the condition `Ready`; [Ready#UNKNOWN] also if there is no such condition
/// @param heartbeat     its `lastHeartbeatTime`, by the clock of the Node; [Instant#EPOCH] if there is none
/// @param shutdownTaint whether the Node has the taint [#SHUTDOWN]
/// @param isDeleting      whether it has a `deletionTimestamp`
/// @param isLeaving       whether the autoscaler or Cluster API is about to remove it
public record NodeHealth(Ready ready, Instant heartbeat, boolean shutdownTaint, boolean isDeleting, boolean isLeaving) {
    /// The key of the shutdown taint, with effect `NoSchedule` and no value.
    ///
    /// Rule from: kubernetes/cloud-provider, api.TaintNodeShutdown.
    public static final String SHUTDOWN = "node.cloudprovider.kubernetes.io/shutdown";

    /// A healthy Node.
    public static final NodeHealth HEALTHY = new NodeHealth(Ready.TRUE, Instant.EPOCH, false, false, false);

    /// The status of a condition.
    public enum Ready {
        TRUE("true"),

        /// The kubelet reports this itself, so it is alive.
        FALSE("false"),

        /// The cluster has not received a heartbeat of the kubelet for a while.
        UNKNOWN("unknown");

        private final String text;

        Ready(String text) {
            this.text = text;
        }

        /// Returns the name in JSON and tables, as in `unknown`. It stays when the constant is renamed.
        public String text() {
            return text;
        }
    }

    /// Returns the same health with this time of the heartbeat.
    public NodeHealth at(Instant time) {
        return new NodeHealth(ready, time, shutdownTaint, isDeleting, isLeaving);
    }
}
