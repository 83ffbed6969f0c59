package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.domain.existence.Heartbeat;
import dev.vspherecloud.domain.existence.KubeletHeartbeats;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.lease.LeaseObjects;
import java.time.Duration;

/// Reads the Leases that kubelets renew as heartbeats. Each Node has one Lease with its name.
///
/// Rule from: kubernetes/kubernetes, pkg/kubelet, NodeLeaseController (every 10 s, also when nothing else of the
/// Node changes, in namespace `kube-node-lease`).
///
/// Threads: any number of callers.
public final class KubeletLeases implements KubeletHeartbeats {
    private static final String NAMESPACE = "kube-node-lease";
    private static final Duration BUDGET = Duration.ofSeconds(4);

    private final ApiServer server;

    public KubeletLeases(KubeConnection connection) {
        this(connection.server());
    }

    KubeletLeases(ApiServer server) {
        this.server = server;
    }

    @Override
    public Heartbeat heartbeat(NodeName node) {
        try {
            return new LeaseObjects(server, NAMESPACE, node.value())
                    .read(BUDGET)
                    .map(KubeletLeases::heartbeat)
                    .orElseGet(Heartbeat.None::new);
        } catch (KubeException e) {
            return new Heartbeat.Unreadable(e.kind() == KubeException.Kind.FORBIDDEN ? forbidden(e) : e.getMessage());
        }
    }

    /// Returns the time of the last renewal of the Lease as text. A Lease that was never renewed gives an empty
    /// text, which never changes.
    private static Heartbeat heartbeat(Json lease) {
        return new Heartbeat.Renewed(lease.find("spec", "renewTime").asText());
    }

    private static String forbidden(KubeException failure) {
        return "%s; give this account the verb get on leases in namespace %s"
                .formatted(failure.getMessage(), NAMESPACE);
    }
}
