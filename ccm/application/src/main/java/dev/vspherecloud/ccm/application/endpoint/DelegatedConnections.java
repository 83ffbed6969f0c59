package dev.vspherecloud.ccm.application.endpoint;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.application.flag.ProgramName;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The connections over which the API server reviews the clients of this process. A connection uses the kubeconfig
/// that a flag names for this purpose, else the service account of the Pod. Without either there is no review.
/// `--kubeconfig` is not used for this purpose, as in cloud-provider-vsphere (Go).
///
/// If a review uses the same server and account as the controllers, it shares their connection.
///
/// Threads: confined to one.
final class DelegatedConnections implements AutoCloseable {
    private final Options.ApiServerOptions apiServer;
    private final KubeConnection main;
    private final boolean isInPod;
    private final Map<String, KubeConnection> opened = new HashMap<>();

    /// Creates the object; it opens no connection yet.
    ///
    /// @param main the connection of the controllers, which this object never closes
    /// @param isInPod true if the process runs in a Pod with a service account
    DelegatedConnections(Options.ApiServerOptions apiServer, KubeConnection main, boolean isInPod) {
        this.apiServer = apiServer;
        this.main = main;
        this.isInPod = isInPod;
    }

    /// Returns the connection for a kubeconfig; without one, the connection of the Pod's service account. Returns
    /// empty if there is neither. Throws [dev.vspherecloud.kubernetes.KubeException] if the kubeconfig is invalid.
    Optional<KubeConnection> to(Optional<Path> kubeconfig) {
        if (kubeconfig.isEmpty() && !isInPod) {
            return Optional.empty();
        }
        return Optional.of(
                isMain(kubeconfig)
                        ? main
                        : opened.computeIfAbsent(
                                kubeconfig.map(Path::toString).orElse(""),
                                each -> KubeConnection.open(ProgramName.VALUE, each, "")));
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
