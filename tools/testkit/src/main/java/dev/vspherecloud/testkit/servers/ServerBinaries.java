package dev.vspherecloud.testkit.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The paths of the programs of the real servers.
///
/// @param folder contains `vcsim`, `etcd`, `kube-apiserver`, `candidate` and `kubeconfig`
public record ServerBinaries(Path folder) {
    private static final String API_SERVER = "kube-apiserver";

    /// The system property with the folder of ready binaries; if it is set, nothing is built.
    static final String FOLDER_PROPERTY = "vspherecloud.servers";

    /// The system property with the root folder of the project, for a working directory outside of it.
    static final String ROOT_PROPERTY = "vspherecloud.root";

    private static final ReentrantLock ONCE = new ReentrantLock();

    // Threads: written once under ONCE; all tests of a JVM share the value.
    private static @Nullable ServerBinaries found;

    public ServerBinaries {
        for (var name : List.of("vcsim", "etcd", API_SERVER, "candidate", "kubeconfig")) {
            if (!Files.isExecutable(folder.resolve(name))) {
                throw new ServerException("no program " + name + " in " + folder + ": run tools/servers/build");
            }
        }
    }

    /// Returns the folder that the system property `vspherecloud.servers` names. Without it, runs `tools/servers/build`
    /// of this project. That takes minutes the first time, with its progress on standard error, and no time later.
    public static ServerBinaries locate() {
        ONCE.lock();
        try {
            var known = found;
            if (known == null) {
                known = new ServerBinaries(givenOrBuilt());
                found = known;
            }
            return known;
        } finally {
            ONCE.unlock();
        }
    }

    public Path vcsim() {
        return folder.resolve("vcsim");
    }

    public Path etcd() {
        return folder.resolve("etcd");
    }

    public Path kubeApiServer() {
        return folder.resolve(API_SERVER);
    }

    /// The API server of this release. An older one is built at the first call, which takes minutes.
    Path kubeApiServer(KubeRelease release) {
        return switch (release) {
            case PINNED -> kubeApiServer();
            case OLDER -> build(script(), "older").resolve(API_SERVER);
        };
    }

    Path candidate() {
        return folder.resolve("candidate");
    }

    /// A program that prints what client-go reads in kubeconfigs.
    public Path kubeconfig() {
        return folder.resolve("kubeconfig");
    }

    /// Builds promtool at the first call, which takes minutes.
    static Path promtool() {
        return build(script(), "promtool").resolve("promtool");
    }

    /// Returns a command-line client, `kubectl`, `kubeadm` or `govc`. The first call builds all of them, which takes
    /// minutes.
    public static Path client(String name) {
        return build(script(), "clients").resolve(name);
    }

    /// Returns actionlint, the linter of workflow files. The first call builds it.
    public static Path actionlint() {
        return build(script(), "actionlint").resolve("actionlint");
    }

    /// Builds the kubelet for `kubectl exec` and `kubectl port-forward` at the first call.
    public static Path kubelet() {
        return build(script(), "kubelet").resolve("kubelet");
    }

    /// Builds the kubectl plugin of this project at the first call after a change.
    public static Path kubectlPlugin() {
        return build(script(), "plugin").resolve("kubectl-vsphere");
    }

    /// Returns a program that reads a machine configuration of Talos, or a patch of one, from standard input. If it is
    /// wrong, the program says why and exits with 1. The first call builds it, which takes a minute.
    public static Path machineConfig() {
        return build(script(), "talos").resolve("machineconfig");
    }

    /// Returns the folder with the CustomResourceDefinitions of Cluster API, one file each.
    public static Path clusterApiDefinitions() {
        return build(script(), "cluster-api").resolve("crds");
    }

    /// Returns `kube-controller-manager` or `kube-scheduler`. The first call builds both, which takes minutes.
    public static Path controller(String name) {
        return build(script(), "controllers").resolve(name);
    }

    /// The conformance tests of the Container Storage Interface. Builds them if necessary.
    public static Path csiSanity() {
        return build(script(), "csi-sanity").resolve("csi-sanity");
    }

    /// Returns a client of the Container Storage Interface, which `grpc-client/main.go` describes. The first call
    // builds
    /// it.
    public static Path grpcClient() {
        return build(script(), "grpc-client").resolve("grpc-client");
    }

    /// Returns csi-provisioner. The first call builds it, which takes minutes.
    public static Path csiProvisioner() {
        return build(script(), "csi-provisioner").resolve("csi-provisioner");
    }

    /// Returns `csi-attacher`, `csi-resizer`, `csi-snapshotter` or `snapshot-controller`. The first call builds all of
    /// them, which takes minutes.
    public static Path csiSidecar(String name) {
        return build(script(), "csi-sidecars").resolve(name);
    }

    /// Returns the folder with the CustomResourceDefinitions of snapshots, one file each.
    public static Path snapshotDefinitions() {
        return build(script(), "csi-sidecars").resolve("crds");
    }

    /// Returns the driver of the Container Storage Interface that keeps volumes in memory. The first call builds it.
    public static Path memoryPlugin() {
        return build(script(), "memory-plugin").resolve("memory-plugin");
    }

    private static Path givenOrBuilt() {
        var given = System.getProperty(FOLDER_PROPERTY);
        return given != null ? Path.of(given) : build(script());
    }

    private static Path script() {
        var root = System.getProperty(ROOT_PROPERTY);
        var start = Path.of(root != null ? root : "").toAbsolutePath();
        for (var at = start; at != null; at = at.getParent()) {
            var script = at.resolve("tools/servers/build");
            if (Files.isExecutable(script)) {
                return script;
            }
        }
        throw new ServerException("no tools/servers/build above " + start + ": set -D" + ROOT_PROPERTY
                + " to the repository, or -D" + FOLDER_PROPERTY + " to a folder of binaries");
    }

    private static Path build(Path script, String... words) {
        try {
            var process = new ProcessBuilder(Stream.concat(Stream.of(script.toString()), Stream.of(words))
                            .toList())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.waitFor() != 0) {
                throw new ServerException(script + " failed, see its lines on standard error");
            }
            return Path.of(printed);
        } catch (IOException e) {
            throw new ServerException("cannot run " + script, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerException("interrupted while " + script + " was running", e);
        }
    }
}
