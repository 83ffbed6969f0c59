package dev.vspherecloud.csi.application.scenario;

import dev.vspherecloud.testkit.servers.ServerBinaries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Repeats a request until it succeeds, as a sidecar does, with the gRPC library and the messages of the sidecars.
///
/// If there are several drivers, it asks them in turn: a standby returns UNAVAILABLE.
///
/// Threads: any; each request runs in a thread of its own.
///
/// @param sockets returns the sockets of the drivers
record PersistentCaller(Supplier<List<Path>> sockets) {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Pattern SNAPSHOT = Pattern.compile("\"snapshotId\":\"([^\"]+)\"");
    private static final Pattern ID = Pattern.compile("\"volumeId\":\"([^\"]+)\"");

    /// The client is found once: that takes longer than a call.
    private static final class Client {
        private static final Path PROGRAM = ServerBinaries.grpcClient();
    }

    /// Creates a volume.
    ///
    /// @return its handle
    CompletableFuture<String> create(String name, long capacityMb) {
        return repeat("CreateVolume", """
                {"name": "%s", "capacityRange": {"requiredBytes": "%d"},
                 "volumeCapabilities": [{"mount": {"fsType": "ext4"}, "accessMode": {"mode": "SINGLE_NODE_WRITER"}}]}""".formatted(name, capacityMb << 20)).thenApply(response -> first(ID, response));
    }

    /// Clones a volume.
    ///
    /// @return the handle of the clone
    CompletableFuture<String> copy(String name, long capacityMb, String source) {
        return repeat("CreateVolume", """
                {"name": "%s", "capacityRange": {"requiredBytes": "%d"}, "volumeContentSource": %s,
                 "volumeCapabilities": [{"mount": {"fsType": "ext4"}, "accessMode": {"mode": "SINGLE_NODE_WRITER"}}]}""".formatted(name, capacityMb << 20, source))
                .thenApply(response -> first(ID, response));
    }

    /// Creates a snapshot.
    ///
    /// @return its handle
    CompletableFuture<String> snapshot(String name, String volume) {
        return repeat("CreateSnapshot", "{\"name\": \"%s\", \"sourceVolumeId\": \"%s\"}".formatted(name, volume))
                .thenApply(response -> first(SNAPSHOT, response));
    }

    CompletableFuture<String> deleteSnapshot(String handle) {
        return repeat("DeleteSnapshot", "{\"snapshotId\": \"%s\"}".formatted(handle));
    }

    private static String first(Pattern id, String response) {
        Matcher found = id.matcher(response);
        if (!found.find()) {
            throw new IllegalStateException("no id in " + response);
        }
        return found.group(1);
    }

    CompletableFuture<String> delete(String handle) {
        return repeat("DeleteVolume", "{\"volumeId\": \"%s\"}".formatted(handle));
    }

    CompletableFuture<String> expand(String handle, long capacityMb) {
        return repeat(
                "ControllerExpandVolume",
                "{\"volumeId\": \"%s\", \"capacityRange\": {\"requiredBytes\": \"%d\"}}"
                        .formatted(handle, capacityMb << 20));
    }

    private CompletableFuture<String> repeat(String method, String body) {
        var result = new CompletableFuture<String>();
        Thread.ofVirtual().start(() -> {
            try {
                result.complete(untilSuccess(method, body));
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    private String untilSuccess(String method, String body) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        var outcomes = new ArrayList<String>();
        while (System.nanoTime() < deadline) {
            for (Path socket : sockets.get()) {
                String outcome = call(socket, method, body);
                if (outcome.startsWith("1 OK")) {
                    return outcome;
                }
                outcomes.add(outcome);
            }
            pause();
        }
        throw new IllegalStateException("%s did not succeed in %s: %s"
                .formatted(
                        method,
                        LIMIT,
                        String.join("\n", outcomes.subList(Math.max(0, outcomes.size() - 20), outcomes.size()))));
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /// @return one line: the number of calls, the code, and the message or the response
    private static String call(Path socket, String method, String body) {
        try {
            Process process = new ProcessBuilder(List.of(
                            Client.PROGRAM.toString(),
                            socket.toString(),
                            "-timeout=30s",
                            "-body=" + body,
                            "/csi.v1.Controller/" + method))
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            process.waitFor();
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
