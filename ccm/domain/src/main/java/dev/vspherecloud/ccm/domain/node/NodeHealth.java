package dev.vspherecloud.ccm.domain.node;

import java.time.Instant;

/// What a Node shows of its life and its end.
///
/// @param ready        the status of the condition `Ready`; [Ready#UNKNOWN] also when there is no such condition
/// @param heartbeat    its `lastHeartbeatTime`, by the clock of the Node; [Instant#EPOCH] when there is none
/// @param shutdownTaint whether the Node carries the taint [#SHUTDOWN]
/// @param deleting     whether it has a `deletionTimestamp`
/// @param leaving      whether the autoscaler or Cluster API is about to remove it
public record NodeHealth(Ready ready, Instant heartbeat, boolean shutdownTaint, boolean deleting, boolean leaving) {
    /// Effect `NoSchedule`, no value.
    ///
    /// Rule from: kubernetes/cloud-provider, api.TaintNodeShutdown.
    public static final String SHUTDOWN = "node.cloudprovider.kubernetes.io/shutdown";

    /// A Node that does well.
    public static final NodeHealth WELL = new NodeHealth(Ready.TRUE, Instant.EPOCH, false, false, false);

    /// The status of a condition.
    public enum Ready {
        TRUE("true"),

        /// The kubelet says so itself: it lives.
        FALSE("false"),

        /// The cluster has not heard of the kubelet for a while.
        UNKNOWN("unknown");

        private final String word;

        Ready(String word) {
            this.word = word;
        }

        /// In JSON and tables, as in `unknown`. It stays when the constant is renamed.
        public String word() {
            return word;
        }
    }

    /// The same, whenever it was.
    public NodeHealth at(Instant time) {
        return new NodeHealth(ready, time, shutdownTaint, deleting, leaving);
    }
}
