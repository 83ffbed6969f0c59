package dev.vspherecloud.testkit.csi;

import dev.vspherecloud.testkit.bed.Folders;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.Deadline;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.volume.VolumeSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Runs the driver once through its usual work, so that its JVM records the classes that it needs. `make dist` calls
/// this with a command whose JVM writes this record when it ends.
///
/// Volumes are created, listed, attached, detached, expanded and deleted, and a kubelet and a monitoring system read
/// the pages.
///
/// Threads: one.
public final class DriverTraining {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final int NODES = 20;
    private static final int VOLUMES = 20;

    private DriverTraining() {}

    /// @param command starts the driver; the flags are appended
    public static void main(String[] command) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("driver-training");
        int code = 1;
        try (var api = KubeApiServer.start();
                var site = VcenterSite.start("training", VcenterOptions.defaults(), folder)) {
            site.vcenter().volumes().configure(VolumeSettings.defaults().times("", 0, 500));
            StorageNodes nodes = StorageNodes.create(api, site, NODES);
            try (var driver = DriverProcess.start(api, List.of(site), folder, List.of(command))) {
                train(driver, api, nodes);
                end(driver);
            }
            code = 0;
        } catch (RuntimeException e) {
            System.err.println("The training run failed: " + e.getMessage());
        } finally {
            Folders.delete(folder);
        }
        System.exit(code);
    }

    private static void train(DriverProcess driver, KubeApiServer api, StorageNodes nodes)
            throws IOException, InterruptedException {
        driver.awaitReady();
        Path socket = driver.socket();
        for (String method : List.of(
                "Identity/Probe",
                "Identity/GetPluginInfo",
                "Identity/GetPluginCapabilities",
                "Controller/ControllerGetCapabilities")) {
            ParallelCalls.make(socket, "/csi.v1." + method, "{}", 1, 1).allOk();
        }
        ParallelCalls created = ParallelCalls.create(socket, "pvc-{n}", Map.of(), VOLUMES, VOLUMES)
                .allOk();
        ParallelCalls.create(socket, "pvc-{n}", Map.of(), 1, 1).allOk();
        awaitList(socket);
        List<String> volumes = created.volumeIds();
        Map<String, String> places = nodes.places(volumes);
        nodes.createVolumes(api, volumes);
        nodes.createAttachments(api, volumes);
        ParallelCalls.attach(socket, places, VOLUMES).allOk();
        nodes.beginDetaching(api, volumes);
        ParallelCalls.detach(socket, places, VOLUMES).allOk();
        nodes.endDetaching(api, volumes);
        for (String id : volumes.subList(0, 2)) {
            String expand = """
                    {"volumeId": "%s", "capacityRange": {"requiredBytes": "2147483648"},
                     "volumeCapability": {"mount": {"fsType": "ext4"}, "accessMode": {"mode": "SINGLE_NODE_WRITER"}}}""".formatted(id);
            ParallelCalls.make(socket, "/csi.v1.Controller/ControllerExpandVolume", expand, 1, 1)
                    .allOk();
            nodes.release(api, id);
            ParallelCalls.make(socket, "/csi.v1.Controller/DeleteVolume", "{\"volumeId\": \"%s\"}".formatted(id), 1, 1)
                    .allOk();
        }
        readPages(driver);
    }

    /// Lists the volumes as soon as the driver knows the VMs of all Nodes.
    private static void awaitList(Path socket) throws InterruptedException {
        Deadline deadline = Deadline.in(TIMEOUT);
        ParallelCalls listed = list(socket);
        while (!listed.codes().containsKey("OK") && !deadline.isOver()) {
            listed = list(socket);
        }
        listed.allOk();
    }

    private static ParallelCalls list(Path socket) throws InterruptedException {
        return ParallelCalls.make(socket, "/csi.v1.Controller/ListVolumes", "{}", 1, 1);
    }

    private static void readPages(DriverProcess driver) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (String page : List.of("livez", "readyz", "metrics", "metrics")) {
                var request = HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:%d/%s".formatted(driver.port(), page)))
                        .timeout(TIMEOUT)
                        .build();
                int status = client.send(request, HttpResponse.BodyHandlers.ofString())
                        .statusCode();
                if (status != 200) {
                    throw new IllegalStateException("/%s returned %d".formatted(page, status));
                }
            }
        }
    }

    /// Stops the driver. Its JVM writes the cache when it ends, which takes time.
    private static void end(DriverProcess driver) {
        ProcessHandle.of(driver.program().pid()).ifPresent(ProcessHandle::destroy);
        int code = driver.program().awaitExit(TIMEOUT);
        if (code != 0) {
            throw new IllegalStateException("the driver ended with %d:%n%s"
                    .formatted(code, driver.program().log()));
        }
    }
}
