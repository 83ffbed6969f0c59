package dev.vspherecloud.ccm.application.scenario.leader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.metrics.Metric;
import dev.vspherecloud.observability.metrics.Label;
import dev.vspherecloud.testkit.exposition.Exposition;
import dev.vspherecloud.testkit.exposition.Family;
import dev.vspherecloud.testkit.wire.AnyCertificate;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The metrics of running programs at `/metrics`, parsed strictly and compared with the metric table.
final class LiveMetrics {
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    /// Metrics that a leader does not show without errors, authenticated clients and other writers.
    private static final Set<Metric> ON_ERRORS_ONLY = EnumSet.of(
            Metric.NODES_WITH_REASON,
            Metric.NODE_DELETES_BLOCKED,
            Metric.VCENTER_SILENT,
            Metric.WATCH_RESTARTS,
            Metric.CALL_ERRORS,
            Metric.GO_REQUEST_ERRORS,
            Metric.SLOW_PATH,
            Metric.REST_RETRIES,
            Metric.AUTHN_REQUESTS,
            Metric.AUTHN_DURATION,
            Metric.AUTHZ_REQUESTS,
            Metric.AUTHZ_DURATION);

    private static final Map<String, Metric> TABLE =
            Arrays.stream(Metric.values()).collect(Collectors.toMap(Metric::text, Function.identity()));

    private LiveMetrics() {}

    /// Returns the flags that allow clients without a token to read the metrics.
    static String[] flags(int port) {
        return new String[] {
            "--bind-address=127.0.0.1", "--secure-port=" + port, "--authorization-always-allow-paths=/healthz,/metrics*"
        };
    }

    static Exposition scrape(int port, String path) {
        var request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:%d%s".formatted(port, path)))
                .timeout(DEADLINE)
                .build();
        try (var client =
                HttpClient.newBuilder().sslContext(AnyCertificate.context()).build()) {
            return Exposition.parse(
                    client.send(request, BodyHandlers.ofString()).body());
        } catch (IOException e) {
            throw new IllegalStateException("no server answers on port " + port, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /// Asserts that the table contains every metric and label value of the leader, and that the leader shows every
    /// metric of the table that needs no error.
    static void requireTable(Exposition leader) {
        assertThat(leader.families().values()).allSatisfy(LiveMetrics::requireRow);
        assertThat(leader.families().keySet())
                .containsAll(Arrays.stream(Metric.values())
                        .filter(metric -> !ON_ERRORS_ONLY.contains(metric))
                        .map(Metric::text)
                        .toList());
    }

    private static void requireRow(Family family) {
        assertThat(TABLE).containsKey(family.name());
        List<String> labels = TABLE.entrySet().stream()
                .filter(row -> row.getKey().equals(family.name()))
                .flatMap(row -> row.getValue().labels().stream())
                .map(Label::name)
                .toList();
        assertThat(labels).containsAll(family.labelNames());
        assertThat(family.samples())
                .allSatisfy(sample -> assertThat(sample.labels().values()).doesNotContain(Label.OTHER));
    }
}
