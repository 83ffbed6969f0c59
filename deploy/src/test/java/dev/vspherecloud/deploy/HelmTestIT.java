package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.marcnuri.helm.Helm;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Helm installs the chart on a real API server and runs its test. The test case takes the place of the kubelet: it
/// sets the state with which the Pod of doctor ends.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HelmTestIT {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String POD = "/api/v1/namespaces/kube-system/pods/vsphere-cpi-doctor";
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";
    private static final String NAME = "cloud-controller-manager:doctor";

    private static final List<String> RIGHTS = List.of(
            RBAC + "clusterroles/" + NAME,
            RBAC + "clusterrolebindings/" + NAME,
            RBAC + "namespaces/kube-system/roles/" + NAME,
            RBAC + "namespaces/kube-system/rolebindings/" + NAME);

    private KubeApiServer server;
    private Path kubeconfig;

    @BeforeAll
    void install(@TempDir Path folder) {
        server = KubeApiServer.shared();
        kubeconfig = server.kubeconfig().write(folder.resolve("kubeconfig"));
        new Helm(Chart.FOLDER)
                .install()
                .withName(Chart.RELEASE)
                .withNamespace(Chart.NAMESPACE)
                .withKubeConfig(kubeconfig)
                .call();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void theRightsEndWithATestThatSucceeds() {
        CompletableFuture<Optional<Throwable>> test = runTest();

        allExistWhileThePodRuns();
        end("Succeeded");

        assertThat(test.join()).isEmpty();
        assertThat(RIGHTS)
                .allSatisfy(path -> assertThat(server.objects().find(path)).isEmpty());
        assertThat(server.objects().find(POD)).isPresent();
    }

    @Test
    void theRightsEndWithATestThatFails() {
        CompletableFuture<Optional<Throwable>> test = runTest();

        allExistWhileThePodRuns();
        end("Failed");

        assertThat(test.join()).isPresent();
        assertThat(RIGHTS)
                .allSatisfy(path -> assertThat(server.objects().find(path)).isEmpty());
        assertThat(server.objects().find(POD)).isPresent();
    }

    /// @return completes with the error of the test, if it failed
    private CompletableFuture<Optional<Throwable>> runTest() {
        return CompletableFuture.supplyAsync(() -> Optional.ofNullable(catchThrowable(() -> Helm.test(Chart.RELEASE)
                .withNamespace(Chart.NAMESPACE)
                .withKubeConfig(kubeconfig)
                .withTimeout((int) TIMEOUT.toSeconds())
                .call())));
    }

    private void allExistWhileThePodRuns() {
        await().atMost(TIMEOUT).until(() -> server.objects()
                .find(POD)
                .map(pod -> pod.at("/status/phase").asText())
                .filter("Pending"::equals)
                .isPresent());
        assertThat(RIGHTS)
                .allSatisfy(path -> assertThat(server.objects().find(path)).isPresent());
    }

    private void end(String phase) {
        JsonNode pod = server.objects().patch(POD + "/status", "{\"status\": {\"phase\": \"%s\"}}".formatted(phase));
        assertThat(pod.at("/status/phase").asText()).isEqualTo(phase);
    }
}
