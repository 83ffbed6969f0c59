package dev.vspherecloud.testkit.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.Folders;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.csi.DriverProcess;
import dev.vspherecloud.testkit.csi.SidecarOptions;
import dev.vspherecloud.testkit.csi.StorageCluster;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.ServerException;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.VolumeSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The servers of the demo of storage: a cluster with the sidecars of CSI, a vCenter whose tasks take a second, and the
/// packaged driver.
///
/// Threads: one. Another thread may call [#close], once.
final class StorageDemoServers implements DemoServers {
    static final String CLAIM = "data";

    private static final String CLAIMS = "/api/v1/namespaces/default/persistentvolumeclaims";
    private static final String VOLUMES = "/api/v1/persistentvolumes";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int TAIL_LINES = 25;

    private final Path folder;
    private final StorageCluster cluster;
    private final VcenterSite site;
    private final DriverProcess driver;

    private StorageDemoServers(Path folder, StorageCluster cluster, VcenterSite site, DriverProcess driver) {
        this.folder = folder;
        this.cluster = cluster;
        this.site = site;
        this.driver = driver;
    }

    /// Starts all servers and creates a StorageClass.
    static StorageDemoServers start() {
        Path folder = newFolder();
        StorageCluster cluster = StorageCluster.start();
        VcenterSite site = VcenterSite.start("demo", VcenterOptions.defaults(), folder);
        site.vcenter().volumes().configure(VolumeSettings.defaults().times("", 0, 1_000));
        var driver = DriverProcess.start(cluster.api(), List.of(site), folder, DriverProcess.packaged());
        var servers = new StorageDemoServers(folder, cluster, site, driver);
        var complete = false;
        try {
            driver.awaitReady();
            cluster.startSidecars(driver.socket(), SidecarOptions.defaults());
            cluster.objects().create("/apis/storage.k8s.io/v1/storageclasses", """
                    {"metadata": {"name": "vsphere"}, "provisioner": "%s", "allowVolumeExpansion": true,
                     "reclaimPolicy": "Delete", "parameters": {"csi.storage.k8s.io/fstype": "ext4"}}""".formatted(DriverProcess.NAME));
            complete = true;
            return servers;
        } finally {
            if (!complete) {
                servers.close();
            }
        }
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("vsphere-cloud-demo");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private KubeObjects objects() {
        return cluster.objects();
    }

    /// Creates the claim and waits until it is bound.
    ///
    /// @return the claim
    JsonNode bindClaim(String size) {
        objects().create(CLAIMS, """
                {"metadata": {"name": "%s"},
                 "spec": {"storageClassName": "vsphere", "accessModes": ["ReadWriteOnce"],
                          "resources": {"requests": {"storage": "%s"}}}}""".formatted(CLAIM, size));
        return awaitClaim(claim -> claim.at("/status/phase").asText().equals("Bound"));
    }

    /// Requests a larger size, and waits until only the file system has to grow.
    JsonNode growClaim(String size) {
        objects().patch(CLAIMS + "/" + CLAIM, """
                {"spec": {"resources": {"requests": {"storage": "%s"}}}}""".formatted(size));
        return awaitClaim(
                claim -> claim.at("/status/conditions").findValuesAsText("type").contains("FileSystemResizePending"));
    }

    /// Deletes the claim, and waits until its PersistentVolume is deleted.
    void deleteClaim(String volume) {
        objects().delete(CLAIMS + "/" + CLAIM);
        try {
            objects().awaitGone(VOLUMES + "/" + volume, LIMIT);
        } catch (ServerException e) {
            throw new IllegalStateException("PersistentVolume %s is not deleted".formatted(volume), e);
        }
    }

    private JsonNode awaitClaim(Predicate<JsonNode> wanted) {
        try {
            return objects().await(CLAIMS + "/" + CLAIM, LIMIT, wanted);
        } catch (ServerException e) {
            throw new IllegalStateException(
                    "the claim is not in the expected state after %d s%s".formatted(LIMIT.toSeconds(), eventMessages()),
                    e);
        }
    }

    private String eventMessages() {
        return objects()
                .get("/api/v1/namespaces/default/events")
                .path("items")
                .valueStream()
                .map(event -> "\n  " + event.path("reason").asText() + ": "
                        + event.path("message").asText())
                .collect(Collectors.joining());
    }

    /// The volumes that CNS knows.
    List<SimulatedVolume> volumes() {
        return site.vcenter().volumes().list();
    }

    /// The number of calls that vCenter received so far.
    long vcenterCalls() {
        return site.proxy().calls().count();
    }

    Path kubeconfig() {
        return cluster.api().kubeconfig().write(folder.resolve("admin.kubeconfig"));
    }

    Path driverLog() {
        return folder.resolve(DriverProcess.LOG);
    }

    /// The last lines of the driver's log.
    String tail() {
        List<String> lines = driver.program().log().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }

    /// Sends SIGTERM to the driver and waits.
    ///
    /// @return the exit code
    int stopDriver() {
        return driver.program().terminate();
    }

    /// Waits until the driver ends.
    void awaitDriver(Duration limit) {
        driver.program().awaitExit(limit);
    }

    @Override
    public void close() {
        driver.close();
        cluster.close();
        site.close();
        Folders.delete(folder);
    }
}
