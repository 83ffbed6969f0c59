package dev.vspherecloud.testkit.csi;

import dev.vspherecloud.testkit.servers.GuardedProgram;
import dev.vspherecloud.testkit.servers.Kubeconfig;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All sidecars of one replica of a driver. A sidecar that loses its connection to the driver ends, and
/// [#restart] starts it again, as a kubelet does.
///
/// Threads: one.
public final class CsiSidecars implements AutoCloseable {
    private final Kubeconfig kubeconfig;
    private final Path socket;
    private final SidecarOptions options;
    private final Map<Sidecar, GuardedProgram> running = new EnumMap<>(Sidecar.class);

    private CsiSidecars(Kubeconfig kubeconfig, Path socket, SidecarOptions options) {
        this.kubeconfig = kubeconfig;
        this.socket = socket;
        this.options = options;
    }

    /// Starts all sidecars and the snapshot controller. They wait until a driver listens on the socket.
    static CsiSidecars start(Kubeconfig kubeconfig, Path socket, SidecarOptions options) {
        var sidecars = new CsiSidecars(kubeconfig, socket, options);
        var complete = false;
        try {
            for (Sidecar sidecar : Sidecar.values()) {
                sidecars.launch(sidecar);
            }
            complete = true;
            return sidecars;
        } finally {
            if (!complete) {
                sidecars.close();
            }
        }
    }

    private void launch(Sidecar sidecar) {
        running.put(
                sidecar,
                GuardedProgram.start(
                        sidecar.program(), sidecar.flags(socket, options), Map.of("kubeconfig", kubeconfig.text())));
    }

    public GuardedProgram get(Sidecar sidecar) {
        return Optional.ofNullable(running.get(sidecar)).orElseThrow();
    }

    /// The sidecars that have ended, for example because they lost their connection to the driver.
    public List<Sidecar> ended() {
        return running.entrySet().stream()
                .filter(each -> !each.getValue().isAlive())
                .map(Map.Entry::getKey)
                .toList();
    }

    /// Kills the sidecar if it runs, and starts it again.
    public void restart(Sidecar sidecar) {
        get(sidecar).close();
        launch(sidecar);
    }

    @Override
    public void close() {
        running.values().forEach(GuardedProgram::close);
        running.clear();
    }
}
