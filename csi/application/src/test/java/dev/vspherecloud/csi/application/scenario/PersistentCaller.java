package dev.vspherecloud.csi.application.scenario;

import dev.vspherecloud.testkit.servers.Deadline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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
public record PersistentCaller(Supplier<List<Path>> sockets) {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Pattern SNAPSHOT = Pattern.compile("\"snapshotId\":\"([^\"]+)\"");
    private static final Pattern ID = Pattern.compile("\"volumeId\":\"([^\"]+)\"");

    /// Creates a volume.
    ///
    /// @return its handle
    public CompletableFuture<String> create(String name, long capacityMb) {
        return repeat("CreateVolume", calls -> calls.create(name, capacityMb))
                .thenApply(response -> first(ID, response));
    }

    /// Clones a volume, or restores a snapshot.
    ///
    /// @return the handle of the copy
    public CompletableFuture<String> copy(String name, long capacityMb, String source) {
        return repeat("CreateVolume", calls -> calls.copy(name, capacityMb, source, "{}"))
                .thenApply(response -> first(ID, response));
    }

    /// Creates a snapshot.
    ///
    /// @return its handle
    public CompletableFuture<String> snapshot(String name, String volume) {
        return repeat("CreateSnapshot", calls -> calls.snapshot(name, volume))
                .thenApply(response -> first(SNAPSHOT, response));
    }

    public CompletableFuture<String> deleteSnapshot(String handle) {
        return repeat("DeleteSnapshot", calls -> calls.deleteSnapshot(handle));
    }

    private static String first(Pattern id, String response) {
        Matcher found = id.matcher(response);
        if (!found.find()) {
            throw new IllegalStateException("no id in " + response);
        }
        return found.group(1);
    }

    public CompletableFuture<String> delete(String handle) {
        return repeat("DeleteVolume", calls -> calls.delete(handle));
    }

    public CompletableFuture<String> expand(String handle, long capacityMb) {
        return repeat("ControllerExpandVolume", calls -> calls.expand(handle, capacityMb));
    }

    private CompletableFuture<String> repeat(String method, Function<CsiCalls, CsiCalls.Outcome> call) {
        var result = new CompletableFuture<String>();
        Thread.ofVirtual().start(() -> {
            try {
                result.complete(untilSuccess(method, call));
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    private String untilSuccess(String method, Function<CsiCalls, CsiCalls.Outcome> call) {
        Deadline deadline = Deadline.in(LIMIT);
        var outcomes = new ArrayList<String>();
        while (!deadline.isOver()) {
            for (Path socket : sockets.get()) {
                CsiCalls.Outcome outcome = call.apply(new CsiCalls(socket));
                if (outcome.code().equals("OK")) {
                    return outcome.message();
                }
                outcomes.add(outcome.code() + " " + outcome.message());
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
}
