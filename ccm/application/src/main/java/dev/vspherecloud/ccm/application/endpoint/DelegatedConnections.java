package dev.vspherecloud.ccm.application.endpoint;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The connections over which the cluster reviews clients. They use the kubeconfig that was given for this, else
/// the service account of the Pod; without either there is no review. `--kubeconfig` is not used for this, as in
/// cloud-provider-vsphere (Go).
///
/// Requests to the same server as the same account share one connection.
///
/// Threads: confined to one.
final class DelegatedConnections implements AutoCloseable {
    private final Options.ApiServerOptions apiServer;
    private final KubeConnection main;
    private final boolean isInPod;
    private final Map<String, KubeConnection> opened = new HashMap<>();

    /// @param main the connection of the controllers; not closed here
    /// @param isInPod whether there is a service account
    DelegatedConnections(Options.ApiServerOptions apiServer, KubeConnection main, boolean isInPod) {
        this.apiServer = apiServer;
        this.main = main;
        this.isInPod = isInPod;
    }

    /// Throws [dev.vspherecloud.kubernetes.KubeException] if the kubeconfig cannot be used.
    Optional<KubeConnection> to(Optional<Path> kubeconfig) {
        if (kubeconfig.isEmpty() && !isInPod) {
            return Optional.empty();
        }
        return Optional.of(
                isMain(kubeconfig)
                        ? main
                        : opened.computeIfAbsent(
                                kubeconfig.map(Path::toString).orElse(""), each -> KubeConnection.open(each, "")));
    }

    private boolean isMain(Optional<Path> kubeconfig) {
        return apiServer.master().isEmpty() && apiServer.kubeconfig().equals(kubeconfig);
    }

    @Override
    public void close() {
        opened.values().forEach(KubeConnection::close);
        opened.clear();
    }
}
