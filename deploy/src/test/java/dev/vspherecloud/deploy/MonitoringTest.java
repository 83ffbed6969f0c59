package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.conformance.Project;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/// The chart contains the same alerts and dashboard as `deploy/monitoring`.
class MonitoringTest {
    private static final String DEFAULT_PAGE = "https://vspherecloud.dev/docs/how-to/alerts";

    /// Copies are needed because Helm cannot read files outside of the chart.
    @ParameterizedTest
    @ValueSource(strings = {"alerts.yaml", "dashboard.json"})
    void theChartContainsCopiesOfTheMonitoringFiles(String name) {
        String source = Project.read(Project.path("deploy/monitoring/" + name));

        assertThat(Project.renewed(Chart.FOLDER.resolve("files").resolve(name), source))
                .as("renew it with `make manifests`")
                .hasContent(source);
    }

    @Test
    void theRulesAreInAPrometheusRule() throws IOException {
        JsonNode spec = rule("metrics: {prometheusRule: {enabled: true}}");
        JsonNode source = new ObjectMapper()
                .valueToTree(new Yaml().load(Project.read(Project.path("deploy/monitoring/alerts.yaml"))));

        assertThat(spec).isEqualTo(source);
        assertThat(spec.at("/groups/0/rules")).isNotEmpty().allSatisfy(alert -> assertThat(
                        alert.at("/annotations/runbook_url").asText())
                .isEqualTo(DEFAULT_PAGE + "#" + alert.path("alert").asText().toLowerCase(Locale.ROOT)));
    }

    @Test
    void theRunbookUrlAndTheClustersAreConfigurable() {
        JsonNode rules = Chart.render(ValueSet.of("monitoring"))
                .find("PrometheusRule")
                .orElseThrow()
                .json()
                .at("/spec/groups/0/rules");

        assertThat(rules).allSatisfy(alert -> assertThat(
                        alert.at("/annotations/runbook_url").asText())
                .startsWith("https://wiki.example.org/vsphere/alerts#vspherecloud"));
        assertThat(rules.path(0).path("expr").asText())
                .endsWith(" or absent(vspherecloud_leader) or absent(vspherecloud_leader{cluster=\"north\"})"
                        + " or absent(vspherecloud_leader{cluster=\"south\"})");
    }

    @Test
    void theDashboardIsInAConfigMapThatGrafanaFinds() throws IOException {
        JsonNode map = Chart.render(ValueSet.of("monitoring")).all("ConfigMap").stream()
                .filter(each -> each.name().equals("vsphere-cpi-dashboard"))
                .findFirst()
                .orElseThrow()
                .json();

        assertThat(map.at("/metadata/namespace").asText()).isEqualTo("monitoring");
        assertThat(map.at("/metadata/labels/grafana_dashboard").asText()).isEqualTo("1");
        assertThat(new ObjectMapper()
                        .readTree(map.path("data").path("vsphere-cpi.json").asText()))
                .isEqualTo(new ObjectMapper()
                        .readTree(
                                Project.path("deploy/monitoring/dashboard.json").toFile()));
    }

    @Test
    void bothAreOffByDefault() {
        assertThat(Chart.render("").objects())
                .extracting(object -> object.kind())
                .doesNotContain("PrometheusRule")
                .isNotEqualTo(List.of());
        assertThat(Chart.render("").find("ConfigMap")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/how-to/alerts.md", "https://wiki.example.org/a#b"})
    void aPageThatIsNoAbsoluteUrlIsRefused(String page) {
        assertThatThrownBy(() ->
                        Chart.render("metrics: {prometheusRule: {enabled: true, runbookUrl: '%s'}}".formatted(page)))
                .hasMessageContaining("/metrics/prometheusRule/runbookUrl");
    }

    private static JsonNode rule(String values) {
        return Chart.render(values).find("PrometheusRule").orElseThrow().json().path("spec");
    }
}
