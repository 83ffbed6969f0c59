package dev.vspherecloud.testkit.csi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.testkit.servers.ServerBinaries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Calls of the Container Storage Interface that a client made at the same time.
///
/// @param calls the client's line for each call
/// @param seconds from the start of the client to the end of the last call
public record ParallelCalls(List<JsonNode> calls, double seconds) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public ParallelCalls {
        calls = List.copyOf(calls);
    }

    /// Makes calls and waits for all of them.
    ///
    /// @param body the request as JSON; `{n}` stands for the number of the call
    public static ParallelCalls make(Path socket, String method, String body, int count, int parallel)
            throws InterruptedException {
        return run(socket, method, List.of("-count=" + count, "-body=" + body), "", count, parallel);
    }

    /// Makes one call for each request, and waits for all of them.
    ///
    /// @param bodies the requests as JSON, each in one line
    public static ParallelCalls make(Path socket, String method, List<String> bodies, int parallel)
            throws InterruptedException {
        return run(socket, method, List.of("-stdin"), String.join("\n", bodies), bodies.size(), parallel);
    }

    private static ParallelCalls run(
            Path socket, String method, List<String> flags, String input, int count, int parallel)
            throws InterruptedException {
        long start = System.nanoTime();
        var words = new ArrayList<>(List.of(
                ServerBinaries.grpcClient().toString(),
                socket.toString(),
                "-each",
                "-timeout=300s",
                "-parallel=" + parallel));
        words.addAll(flags);
        words.add(method);
        String output;
        int code;
        try {
            Process client = new ProcessBuilder(words)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (var request = client.getOutputStream()) {
                request.write(input.getBytes(StandardCharsets.UTF_8));
            }
            output = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            code = client.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var calls =
                new ParallelCalls(output.lines().map(ParallelCalls::parse).toList(), (System.nanoTime() - start) / 1e9);
        if (code != 0 || calls.calls().size() != count) {
            throw new IllegalStateException("the client ended with %d and %d calls, expected %d"
                    .formatted(code, calls.calls().size(), count));
        }
        return calls;
    }

    /// Attaches volumes to Nodes.
    ///
    /// @param nodes the id of the Node for each volume
    public static ParallelCalls attach(Path socket, Map<String, String> nodes, int parallel)
            throws InterruptedException {
        return make(
                socket,
                "/csi.v1.Controller/ControllerPublishVolume",
                nodes.entrySet().stream()
                        .map(each -> """
                {"volumeId": "%s", "nodeId": "%s", "volumeCapability": {"mount": {"fsType": "ext4"}, "accessMode": {"mode": "SINGLE_NODE_WRITER"}}}""".formatted(each.getKey(), each.getValue()))
                        .toList(),
                parallel);
    }

    /// Detaches volumes from Nodes.
    ///
    /// @param nodes the id of the Node for each volume
    public static ParallelCalls detach(Path socket, Map<String, String> nodes, int parallel)
            throws InterruptedException {
        return make(
                socket,
                "/csi.v1.Controller/ControllerUnpublishVolume",
                nodes.entrySet().stream()
                        .map(each ->
                                "{\"volumeId\": \"%s\", \"nodeId\": \"%s\"}".formatted(each.getKey(), each.getValue()))
                        .toList(),
                parallel);
    }

    /// Creates volumes of 1 GiB.
    ///
    /// @param name of the volumes; `{n}` stands for the number of the call
    /// @param parameters of the StorageClass
    public static ParallelCalls create(
            Path socket, String name, Map<String, String> parameters, int count, int parallel)
            throws InterruptedException {
        String request = """
                {"name": "%s", "capacityRange": {"requiredBytes": "1073741824"}, "parameters": %s,
                 "volumeCapabilities": [{"mount": {"fsType": "ext4"}, "accessMode": {"mode": "SINGLE_NODE_WRITER"}}]}""".formatted(name, JSON.valueToTree(parameters));
        return make(socket, "/csi.v1.Controller/CreateVolume", request, count, parallel);
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("not JSON: " + line, e);
        }
    }

    /// The number of calls by code.
    public Map<String, Long> codes() {
        return calls.stream()
                .collect(
                        Collectors.groupingBy(call -> call.path("code").asText(), TreeMap::new, Collectors.counting()));
    }

    /// Returns this if all calls succeeded.
    public ParallelCalls allOk() {
        return calls.stream()
                .filter(call -> !call.path("code").asText().equals("OK"))
                .findFirst()
                .map(ParallelCalls::failure)
                .orElse(this);
    }

    private static ParallelCalls failure(JsonNode call) {
        throw new IllegalStateException("a call failed: " + call);
    }

    /// The duration in seconds that this share of the calls did not exceed.
    public double percentile(double share) {
        double[] sorted = calls.stream()
                .mapToDouble(call -> call.path("seconds").asDouble())
                .sorted()
                .toArray();
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }

    /// The ids of the created volumes.
    public List<String> volumeIds() {
        return calls.stream()
                .map(call -> call.at("/response/volume/volumeId").asText())
                .toList();
    }
}
