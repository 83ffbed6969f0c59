package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.Manifest;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// A real API server accepts every object, and its schema has each of their fields.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiServerIT {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private KubeApiServer server;

    @BeforeAll
    void start() {
        server = KubeApiServer.shared();
        Stream.of("cloud", "vault", "monitoring").forEach(server.objects()::createNamespace);
        Manifest.parse(Project.read(Project.path("deploy/src/test/crds/monitors.yaml")))
                .forEach(server.objects()::apply);
        await().atMost(TIMEOUT).until(() -> knows("PodMonitor") && knows("ServiceMonitor") && knows("PrometheusRule"));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void theApiServerAcceptsEveryObjectOfEveryValueSet() {
        Set<Manifest> objects = new LinkedHashSet<>();
        ValueSet.all().forEach(values -> {
            objects.addAll(Chart.render(values).objects());
            objects.addAll(Chart.hooks(values.file()).objects());
        });

        assertThat(objects).hasSizeGreaterThan(70).allSatisfy(this::isAccepted);
        assertThat(objects)
                .extracting(Manifest::kind)
                .contains(
                        "DaemonSet",
                        "Deployment",
                        "NetworkPolicy",
                        "Pod",
                        "PodDisruptionBudget",
                        "PodMonitor",
                        "ServiceMonitor",
                        "PrometheusRule",
                        "Service");
    }

    /// Applies the manifests without a dry run, over the release manifest of cloud-provider-vsphere (Go).
    @Test
    void thePlainManifestsReplaceTheUpstreamManifests() {
        Manifest.ofGoRelease().forEach(server.objects()::apply);
        List<Manifest> ours = PlainManifests.workload();

        assertThat(ours)
                .allSatisfy(manifest -> assertThatCode(() -> server.objects().apply(manifest))
                        .as(manifest.toString())
                        .doesNotThrowAnyException());
        assertThat(server.objects()
                        .get("/apis/rbac.authorization.k8s.io/v1/clusterroles/system:cloud-controller-manager")
                        .path("rules")
                        .toString())
                .doesNotContain("secrets", "*");
    }

    @Test
    void theApiServerAcceptsEveryPlainManifest() {
        assertThat(PlainManifests.all().values())
                .allSatisfy(
                        text -> assertThat(Manifest.parse(text)).isNotEmpty().allSatisfy(this::isAccepted));
    }

    private void isAccepted(Manifest manifest) {
        assertThatCode(() -> server.objects().dryRun(manifest))
                .as(manifest.toString())
                .doesNotThrowAnyException();
    }

    private boolean knows(String kind) {
        return server.objects()
                .find("/apis/monitoring.coreos.com/v1")
                .map(group -> group.findValuesAsText("kind").contains(kind))
                .orElse(false);
    }
}
