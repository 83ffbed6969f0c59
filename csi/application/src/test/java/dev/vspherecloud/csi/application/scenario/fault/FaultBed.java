package dev.vspherecloud.csi.application.scenario.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.csi.application.scenario.CsiCalls;
import dev.vspherecloud.csi.application.scenario.DriverBed;
import dev.vspherecloud.testkit.bed.SecretScan;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.SimulatorVolumes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A vCenter that asks for a password, and the packaged driver in front of it. Requests come from a gRPC client, as
/// csi-provisioner sends them. When the bed closes, it searches for passwords in all that the driver wrote.
///
/// Threads: one.
final class FaultBed implements AutoCloseable {
    static final Duration LIMIT = Duration.ofMinutes(2);
    static final String PASSWORD = "right-Horse-7391";
    static final String WRONG_PASSWORD = "wrong-Battery-5528";

    private static final String CLAIMS = "/api/v1/namespaces/default/persistentvolumeclaims";
    private static final String EVENTS = "/api/v1/namespaces/default/events?fieldSelector=involvedObject.kind%3D"
            + "PersistentVolumeClaim%2CinvolvedObject.name%3D";

    private final Path folder;
    private final KubeApiServer api;
    private final DriverBed bed;
    private final VcenterSite site;
    private int claims;

    private FaultBed(Path folder, KubeApiServer api, DriverBed bed, VcenterSite site) {
        this.folder = folder;
        this.api = api;
        this.bed = bed;
        this.site = site;
    }

    /// Creates the bed without the driver.
    static FaultBed in(Path folder) {
        KubeApiServer api = KubeApiServer.shared();
        var bed = new DriverBed(api, folder);
        return new FaultBed(
                folder,
                api,
                bed,
                bed.addVcenter("faults", VcenterOptions.defaults().account("csi@vsphere.local", PASSWORD)));
    }

    DriverBed.Driver start() {
        return bed.start();
    }

    DriverBed.Driver start(String config) {
        return bed.start(config, Map.of());
    }

    String config() {
        return bed.config();
    }

    /// Changes the configuration of the running driver, as an administrator does.
    void reconfigure(String config) {
        bed.reconfigure(config);
    }

    /// The folder of the configuration and of the CA certificate.
    Path folder() {
        return folder;
    }

    VcenterSite site() {
        return site;
    }

    KubeObjects objects() {
        return bed.objects();
    }

    SimulatorVolumes volumes() {
        return bed.volumes();
    }

    CsiCalls calls() {
        return new CsiCalls(bed.socket());
    }

    /// The number of logins that the driver has sent.
    long logins() {
        return site.proxy().calls().count("Login");
    }

    /// A claim and the name of the request that csi-provisioner sends for it.
    record Claim(String name, String request) {}

    Claim createClaim() {
        String name = "data-" + claims++;
        JsonNode claim = objects().create(CLAIMS, """
                {"metadata": {"name": "%s"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}""".formatted(name));
        return new Claim(name, "pvc-" + claim.at("/metadata/uid").asText());
    }

    void isCreated(String request, String parameters) {
        CsiCalls.Outcome outcome = calls().create(request, parameters);
        assertThat(outcome.code()).as(outcome.message()).isEqualTo("OK");
        assertThat(volumes().list()).extracting(SimulatedVolume::name).containsOnlyOnce(request);
    }

    /// Waits for a warning about the claim. Its message is a sentence that names an action.
    void awaitEvent(Claim claim, String reason) {
        JsonNode events = objects().await(EVENTS + claim.name(), LIMIT, list -> list.findValuesAsText("reason")
                .contains(reason));
        assertThat(events.path("items")
                        .valueStream()
                        .filter(event -> event.path("reason").asText().equals(reason)))
                .allSatisfy(event -> {
                    assertThat(event.path("type").asText()).isEqualTo("Warning");
                    assertThat(event.path("message").asText()).hasSizeGreaterThan(40);
                });
    }

    @Override
    public void close() {
        bed.close();
        var scan = SecretScan.of(Map.of("password", PASSWORD, "wrong password", WRONG_PASSWORD));
        Map<String, String> written = logs();
        assertThat(written).isNotEmpty();
        assertThat(scan.in(written)).isEmpty();
        assertThat(scan.in("Events", objects().get("/api/v1/events").toPrettyString()))
                .isEmpty();
        api.close();
    }

    private Map<String, String> logs() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .collect(Collectors.toMap(file -> file.getFileName().toString(), FaultBed::read));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
