package dev.vspherecloud.testkit.csi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.servers.GuardedProgram;
import dev.vspherecloud.testkit.servers.ServerBinaries;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests how the processes of a [StorageCluster] start and end.
@Tag("csi")
@Timeout(300)
class CsiSidecarsIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /// The sidecars that call the driver.
    private static final List<Sidecar> CALLERS =
            List.of(Sidecar.PROVISIONER, Sidecar.ATTACHER, Sidecar.RESIZER, Sidecar.SNAPSHOTTER);

    @TempDir
    private Path folder;

    @Test
    void sidecarsWaitForTheirDriverAndEndWithTheCluster() throws Exception {
        Path socket = folder.resolve("csi.sock");
        List<ProcessHandle> processes;
        try (var cluster = StorageCluster.start()) {
            CsiSidecars sidecars = cluster.startSidecars(socket, SidecarOptions.defaults());
            for (Sidecar caller : CALLERS) {
                sidecars.get(caller).awaitLog("Still connecting", LIMIT);
            }
            processes = processes(cluster, sidecars);
            assertThat(processes).hasSize(7).allMatch(ProcessHandle::isAlive);

            try (var listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                listener.bind(UnixDomainSocketAddress.of(socket));
                var connections = new ArrayList<SocketChannel>();
                while (connections.size() < CALLERS.size()) {
                    connections.add(listener.accept());
                }
                assertThat(processes).allMatch(ProcessHandle::isAlive);
                for (SocketChannel connection : connections) {
                    connection.close();
                }
            }
        }

        assertThat(processes).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void aKilledJvmLeavesNothing() throws Exception {
        Process starter = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Dvspherecloud.servers=" + ServerBinaries.locate().folder(),
                        "-Djava.io.tmpdir=" + folder,
                        StartsCluster.class.getName(),
                        folder.resolve("csi.sock").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<ProcessHandle> processes = readProcesses(starter);
        assertThat(processes).hasSize(7).allMatch(ProcessHandle::isAlive);
        List<ProcessHandle> guards =
                processes.stream().flatMap(process -> process.parent().stream()).toList();
        assertThat(guards).hasSize(7);

        starter.destroyForcibly().waitFor();

        // A guard ends after its server, and after it deleted the folder of the server.
        for (ProcessHandle guard : guards) {
            guard.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        assertThat(processes).noneMatch(ProcessHandle::isAlive);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.matches("vsphere-cloud-(kube-(controller|scheduler)|csi|snapshot).*"));
        }
    }

    private static List<ProcessHandle> readProcesses(Process starter) throws IOException {
        try (var reader = new BufferedReader(new InputStreamReader(starter.getInputStream(), StandardCharsets.UTF_8))) {
            return Stream.ofNullable(reader.readLine())
                    .flatMap(line -> Arrays.stream(line.split(" ")))
                    .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
                    .toList();
        }
    }

    /// The controllers and the sidecars.
    private static List<ProcessHandle> processes(StorageCluster cluster, CsiSidecars sidecars) {
        return Stream.concat(
                        cluster.controllers().stream(),
                        Arrays.stream(Sidecar.values()).map(sidecars::get))
                .map(GuardedProgram::pid)
                .map(pid -> ProcessHandle.of(pid).orElseThrow())
                .toList();
    }

    /// Starts a cluster with sidecars, prints the process IDs, and waits to be killed.
    static final class StartsCluster {
        private StartsCluster() {}

        public static void main(String[] args) throws IOException {
            var cluster = StorageCluster.start();
            var sidecars = cluster.startSidecars(Path.of(args[0]), SidecarOptions.defaults());
            System.out.println(processes(cluster, sidecars).stream()
                    .map(process -> Long.toString(process.pid()))
                    .collect(Collectors.joining(" ")));
            System.exit(System.in.read());
        }
    }
}
