package dev.vspherecloud.testkit.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a test leaves no process and no folder behind.
class LeftoversIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(50);

    @Test
    void closingLeavesNothing() {
        var vcenter = SimulatedVcenter.start();
        var folder = vcenter.certificateFile().getParent();
        var port = vcenter.port();

        vcenter.close();

        assertThat(isListening(port)).isFalse();
        assertThat(folder).doesNotExist();
    }

    @Test
    void aKilledJvmLeavesNothing(@TempDir Path temp) throws IOException, InterruptedException {
        var starter = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-D" + ServerBinaries.FOLDER_PROPERTY + "="
                                + ServerBinaries.locate().folder(),
                        "-Djava.io.tmpdir=" + temp,
                        StartsServers.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var ports = readPorts(starter);
        assertThat(ports).hasSize(3).allMatch(LeftoversIT::isListening);

        starter.destroyForcibly().waitFor();

        assertThat(Deadline.in(LIMIT).await(PAUSE, () -> ports.stream().noneMatch(LeftoversIT::isListening)))
                .isTrue();
        assertThat(Deadline.in(LIMIT).await(PAUSE, () -> isEmpty(temp))).isTrue();
    }

    private static List<Integer> readPorts(Process starter) throws IOException {
        try (var reader = new BufferedReader(new InputStreamReader(starter.getInputStream(), StandardCharsets.UTF_8))) {
            return Optional.ofNullable(reader.readLine()).stream()
                    .flatMap(line -> Arrays.stream(line.split(" ")))
                    .map(Integer::valueOf)
                    .toList();
        }
    }

    private static boolean isListening(int port) {
        try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isEmpty(Path folder) {
        try (var files = Files.list(folder)) {
            return files.noneMatch(file -> file.getFileName().toString().startsWith("vsphere-cloud-"));
        } catch (IOException e) {
            return false;
        }
    }

    /// Starts one of each server, pauses the vCenter, prints where they are, and waits to be killed.
    static final class StartsServers {
        private StartsServers() {}

        public static void main(String[] args) throws IOException {
            var cluster = KubeApiServer.start();
            var vcenter = SimulatedVcenter.start();
            vcenter.pause();
            System.out.println(cluster.port() + " " + cluster.etcdUrl().getPort() + " " + vcenter.port());
            System.exit(System.in.read());
        }
    }
}
