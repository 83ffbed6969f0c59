package dev.vspherecloud.csi.application.scenario;

import dev.vspherecloud.testkit.servers.ProgramRun;
import dev.vspherecloud.testkit.servers.ServerBinaries;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Calls of the driver on its socket, with the gRPC library and the messages that the sidecars use.
///
/// Threads: any.
///
/// @param socket of the driver
public record CsiCalls(Path socket) {
    /// The outcome of a call.
    ///
    /// @param code    as in `Unavailable`; `OK` for success
    /// @param message the sentence of an error, or the response as JSON
    public record Outcome(String code, String message) {}

    /// The client is found once: that takes longer than a call.
    private static final class Client {
        private static final Path PROGRAM = ServerBinaries.grpcClient();
    }

    /// Returns true if the driver says that it is ready.
    public boolean probe() {
        Outcome outcome = call("Identity/Probe", "{}");
        return outcome.code().equals("OK") && outcome.message().contains("\"ready\":true");
    }

    /// Creates a volume of 1 GiB with a file system.
    ///
    /// @param name       the name of the request
    /// @param parameters of the StorageClass as JSON
    public Outcome create(String name, String parameters) {
        return create(name, 1024, parameters);
    }

    /// Creates a volume with a file system, without parameters.
    public Outcome create(String name, long capacityMb) {
        return create(name, capacityMb, "{}");
    }

    private Outcome create(String name, long capacityMb, String parameters) {
        return call("Controller/CreateVolume", createBody(name, capacityMb, parameters));
    }

    private static String createBody(String name, long capacityMb, String parameters) {
        return """
                {"name": "%s", "capacityRange": {"requiredBytes": "%d"}, "parameters": %s,
                 "volumeCapabilities": [{"mount": {"fsType": "ext4"}, "accessMode": {"mode": "SINGLE_NODE_WRITER"}}]}""".formatted(name, capacityMb << 20, parameters);
    }

    /// Begins to create a volume, and gives up after a second, long before its deadline, as a sidecar that stops.
    public Outcome createAndLeave(String name) {
        return call("Controller/CreateVolume", createBody(name, 1024, "{}"), "-timeout=300s", "-cancel=1s");
    }

    public Outcome delete(String handle) {
        return call("Controller/DeleteVolume", "{\"volumeId\": \"%s\"}".formatted(handle));
    }

    public Outcome expand(String handle, long capacityMb) {
        return call(
                "Controller/ControllerExpandVolume",
                "{\"volumeId\": \"%s\", \"capacityRange\": {\"requiredBytes\": \"%d\"}}"
                        .formatted(handle, capacityMb << 20));
    }

    /// Creates a volume as a copy.
    ///
    /// @param capacityMb the size in MiB
    /// @param source     the content source as JSON, as [#ofSnapshot] and [#ofVolume] return it
    public Outcome copy(String name, long capacityMb, String source, String parameters) {
        return call("Controller/CreateVolume", """
                {"name": "%s", "capacityRange": {"requiredBytes": "%d"}, "volumeContentSource": %s, "parameters": %s,
                 "volumeCapabilities": [{"mount": {"fsType": "ext4"}, "accessMode": {"mode": "SINGLE_NODE_WRITER"}}]}""".formatted(name, capacityMb << 20, source, parameters));
    }

    public static String ofSnapshot(String handle) {
        return "{\"snapshot\": {\"snapshotId\": \"%s\"}}".formatted(handle);
    }

    public static String ofVolume(String handle) {
        return "{\"volume\": {\"volumeId\": \"%s\"}}".formatted(handle);
    }

    public Outcome snapshot(String name, String volume) {
        return call(
                "Controller/CreateSnapshot", "{\"name\": \"%s\", \"sourceVolumeId\": \"%s\"}".formatted(name, volume));
    }

    public Outcome deleteSnapshot(String handle) {
        return call("Controller/DeleteSnapshot", "{\"snapshotId\": \"%s\"}".formatted(handle));
    }

    /// Lists snapshots.
    ///
    /// @param request as JSON
    public Outcome listSnapshots(String request) {
        return call("Controller/ListSnapshots", request);
    }

    /// Attaches a volume with a file system to the VM of a Node.
    public Outcome attach(String volumeId, String nodeId) {
        return call("Controller/ControllerPublishVolume", """
                {"volumeId": "%s", "nodeId": "%s",
                 "volumeCapability": {"mount": {"fsType": "ext4"}, "accessMode": {"mode": "SINGLE_NODE_WRITER"}}}""".formatted(volumeId, nodeId));
    }

    /// Detaches a volume from the VM of a Node.
    public Outcome detach(String volumeId, String nodeId) {
        return call(
                "Controller/ControllerUnpublishVolume",
                "{\"volumeId\": \"%s\", \"nodeId\": \"%s\"}".formatted(volumeId, nodeId));
    }

    public Outcome list() {
        return call("Controller/ListVolumes", "{}");
    }

    /// Makes a call.
    ///
    /// @param method as in `Controller/GetCapacity`
    /// @param flags more flags of the client
    public Outcome call(String method, String body, String... flags) {
        var words =
                new ArrayList<>(List.of(Client.PROGRAM.toString(), socket.toString(), "-timeout=30s", "-body=" + body));
        words.addAll(List.of(flags));
        words.add("/csi.v1." + method);
        ProgramRun run = ProgramRun.of(new ProcessBuilder(words).redirectErrorStream(true));
        // One line: the count of calls, the code, and the rest.
        String[] parts = run.output().strip().split(" ", 3);
        if (run.exitCode() != 0 || parts.length < 2) {
            throw new IllegalStateException("the call of " + method + " failed: " + run.output());
        }
        return new Outcome(parts[1], parts.length > 2 ? parts[2] : "");
    }
}
