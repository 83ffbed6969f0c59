package dev.vspherecloud.ccm.application.endpoint;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Over which connections the cluster is asked about visitors: with the kubeconfig that was given for it, else as the
/// service account of our Pod, else not at all. `--kubeconfig` is not for that, as it is not in the Go program.
///
/// What goes to the same place as the same account shares one connection.
///
/// Threads: confined to one.
final class DelegatedConnections implements AutoCloseable {
    private final Options.ApiServerOptions apiServer;
    private final KubeConnection main;
    private final boolean isInPod;
    private final Map<String, KubeConnection> opened = new HashMap<>();

    /// @param main    what the controllers use; not closed by us
    /// @param isInPod whether there is a service account
    DelegatedConnections(Options.ApiServerOptions apiServer, KubeConnection main, boolean isInPod) {
        this.apiServer = apiServer;
        this.main = main;
        this.isInPod = isInPod;
    }

    /// Throws [dev.vspherecloud.kubernetes.KubeException] when the kubeconfig can't be used.
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
