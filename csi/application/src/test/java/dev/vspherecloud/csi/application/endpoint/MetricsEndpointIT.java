package dev.vspherecloud.csi.application.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.vspherecloud.csi.metrics.CsiMetrics;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.serving.ServingException;
import dev.vspherecloud.serving.health.HealthCheck;
import dev.vspherecloud.testkit.exposition.Exposition;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsEndpointIT {
    private final CsiMetrics metrics = CsiMetrics.system();
    private final HttpClient client = HttpClient.newHttpClient();
    private volatile Optional<String> liveProblem = Optional.empty();
    private volatile Optional<String> readyProblem = Optional.empty();
    private final MetricsEndpoint endpoint = open(0);

    private MetricsEndpoint open(int port) {
        return MetricsEndpoint.open(
                "127.0.0.1",
                port,
                metrics.page(),
                () -> List.of(new HealthCheck("threads", () -> liveProblem)),
                () -> List.of(new HealthCheck("leader", () -> readyProblem)),
                Supervisor.system(SupervisorObserver.NONE),
                metrics.process());
    }

    @AfterEach
    void close() {
        endpoint.close();
        client.close();
    }

    private HttpResponse<String> send(String method, String path) throws IOException, InterruptedException {
        var uri = URI.create("http://127.0.0.1:%d%s".formatted(endpoint.localPort(), path));
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(Duration.ofSeconds(20))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    @Test
    void metricsAreServedWithoutAuthentication() throws Exception {
        metrics.process().setVersion("1.2.3");

        HttpResponse<String> response = send("GET", "/metrics");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
        assertThat(Exposition.parse(response.body()).value("vsphere_csi_info", "version", "1.2.3"))
                .contains(1.0);
        assertThat(endpoint.unhealthyReason()).isEmpty();
    }

    @Test
    void livenessAndReadinessAreDifferent() throws Exception {
        readyProblem = Optional.of("another replica leads");
        assertThat(send("GET", "/livez").statusCode()).isEqualTo(200);
        assertThat(send("GET", "/healthz").body()).isEqualTo("ok");
        assertThat(send("GET", "/readyz").statusCode()).isEqualTo(500);

        readyProblem = Optional.empty();
        liveProblem = Optional.of("a thread fails");
        assertThat(send("GET", "/livez").statusCode()).isEqualTo(500);
        assertThat(send("GET", "/healthz").statusCode()).isEqualTo(500);
        assertThat(send("GET", "/readyz").statusCode()).isEqualTo(200);
    }

    @Test
    void theReasonOfAFailedCheckIsNotShown() throws Exception {
        readyProblem = Optional.of("vc-a does not answer");

        assertThat(send("GET", "/readyz?verbose").body())
                .contains("[-]leader failed: reason withheld")
                .doesNotContain("vc-a");
        assertThat(send("GET", "/readyz/leader").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/metrics", "/livez", "/healthz", "/readyz"})
    void onlyGetAndHeadAreAllowed(String path) throws Exception {
        HttpResponse<String> head = send("HEAD", path);
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        for (String method : List.of("POST", "PUT", "DELETE", "PATCH", "OPTIONS")) {
            HttpResponse<String> response = send(method, path);
            assertThat(response.statusCode()).as(method).isEqualTo(405);
            assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/metrics/", "/metrics/slis", "/debug/pprof/heap", "/configz"})
    void thereAreNoOtherPages(String path) throws Exception {
        assertThat(send("GET", path).statusCode()).isEqualTo(404);
    }

    @Test
    void aPortInUseIsReported() {
        assertThatExceptionOfType(ServingException.class)
                .isThrownBy(() -> open(endpoint.localPort()))
                .withMessageStartingWith("cannot listen on 127.0.0.1 port " + endpoint.localPort());
    }
}
