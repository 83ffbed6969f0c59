package dev.vspherecloud.testkit.csi;

import dev.vspherecloud.testkit.servers.ServerBinaries;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A sidecar of the Container Storage Interface, with the flags of the manifests of vsphere-csi-driver (Go), except for
/// leader election and the pauses between retries.
public enum Sidecar {
    /// Creates and deletes volumes for claims.
    PROVISIONER("csi-provisioner"),
    /// Attaches volumes to Nodes, and detaches them.
    ATTACHER("csi-attacher"),
    /// Expands volumes.
    RESIZER("csi-resizer"),
    /// Creates and deletes snapshots for the contents that the snapshot controller writes.
    SNAPSHOTTER("csi-snapshotter"),
    /// Binds snapshots to their contents. It does not call the driver.
    SNAPSHOT_CONTROLLER("snapshot-controller");

    private final String program;

    Sidecar(String program) {
        this.program = program;
    }

    Path program() {
        return this == PROVISIONER ? ServerBinaries.csiProvisioner() : ServerBinaries.csiSidecar(program);
    }

    /// Returns the flags. The kubeconfig is the file `kubeconfig` in the folder of the program.
    List<String> flags(Path socket, SidecarOptions options) {
        var flags = new ArrayList<>(List.of(
                "--kubeconfig=kubeconfig",
                "--v=4",
                "--kube-api-qps=100",
                "--kube-api-burst=100",
                "--leader-election=false",
                "--retry-interval-start=" + text(options.firstRetry()),
                "--retry-interval-max=" + text(options.lastRetry())));
        if (this != SNAPSHOT_CONTROLLER) {
            flags.add("--csi-address=" + socket);
            flags.add("--timeout=" + text(options.timeout()));
        }
        flags.addAll(own(options));
        return flags;
    }

    private List<String> own(SidecarOptions options) {
        return switch (this) {
            case PROVISIONER ->
                List.of(
                        "--default-fstype=ext4",
                        "--worker-threads=100",
                        "--feature-gates=Topology=" + options.topology());
            case ATTACHER -> List.of("--worker-threads=100", "--reconcile-sync=" + text(options.comparison()));
            case RESIZER -> List.of("--workers=100", "--handle-volume-inuse-error=false");
            case SNAPSHOTTER ->
                List.of("--worker-threads=100", "--snapshot-name-prefix=snapshot", "--extra-create-metadata");
            // It waits 30 s for the definitions of group snapshots, which this cluster does not have.
            case SNAPSHOT_CONTROLLER -> List.of("--worker-threads=100", "--feature-gates=CSIVolumeGroupSnapshot=false");
        };
    }

    private static String text(Duration time) {
        return time.toMillis() + "ms";
    }
}
