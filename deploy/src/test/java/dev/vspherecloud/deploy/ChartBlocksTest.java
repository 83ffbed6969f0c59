package dev.vspherecloud.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.config.ConfigReader;
import dev.vspherecloud.ccm.config.ConfigResult;
import dev.vspherecloud.config.credentials.CredentialSet;
import dev.vspherecloud.config.credentials.SecretCredentials;
import dev.vspherecloud.conformance.DocBlock;
import dev.vspherecloud.conformance.MarkdownPage;
import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.testkit.servers.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Helm and the chart behave as the pages show.
class ChartBlocksTest {
    private static final List<DocBlock> VALUES = DocBlock.of(ChartBlocksTest.class, "theProgramReadsTheValues");

    /// A value of the chart in a code span, with at least one dot in its path. `config.vcenters.<name>` is a pattern.
    private static final Pattern MENTIONED = Pattern.compile(
            "(?:config|rbac|serviceAccount|securityContext|podDisruptionBudget|daemonset|metrics|doctor|podSecurityPolicy)"
                    + "\\.(?!md$)[A-Za-z.]+(?:: .+)?");

    /// Property paths of vSphere that begin like a value of the chart.
    private static final Pattern VSPHERE =
            Pattern.compile("config\\.(uuid|instanceUuid|template|managedBy|extraConfig|.*Id)");

    @TempDir
    private Path folder;

    static List<DocBlock> values() {
        return VALUES;
    }

    /// Uses the values that the pages show, in the file of that name.
    @ParameterizedTest
    @MethodSource("values")
    void theChartIsInstalledWithTheValues(DocBlock values) throws IOException {
        Path file = Files.writeString(folder.resolve("my-values.yaml"), values.text());

        assertThat(DocBlock.of(ChartBlocksTest.class, "theChartIsInstalledWithTheValues"))
                .allSatisfy(block -> assertThat(block.text())
                        .isEqualTo("helm upgrade --install %s %s --namespace %s --values my-values.yaml\n"
                                .formatted(Chart.RELEASE, "deploy/helm/vsphere-cpi", Chart.NAMESPACE)));
        assertThat(values.text()).startsWith("# my-values.yaml\n");
        assertThat(Chart.notes(file)).startsWith("NOTES:");
    }

    @ParameterizedTest
    @MethodSource("values")
    void theProgramReadsTheValues(DocBlock values) throws IOException {
        Rendering rendering = Chart.render(values.text());
        String config = rendering
                .find("ConfigMap")
                .orElseThrow()
                .json()
                .at("/data/vsphere.conf")
                .asText();
        Path file = Files.writeString(folder.resolve("vsphere.conf"), config.replaceAll("(?m)^ *caFile: .*\n", ""));

        assertThat(ConfigReader.read(file, Map.of()).strict()).isInstanceOf(ConfigResult.Accepted.class);
        assertThat(rendering
                        .workload()
                        .json()
                        .at("/spec/template/spec/containers/0/image")
                        .asText())
                .startsWith("registry.example.org/vsphere-cloud-controller-manager:");
    }

    /// The examples in the sentences and tables of the pages: `path: value`, or the path of a value alone.
    @Test
    void everyValueInASentenceIsAValueOfTheChart() {
        List<String> mentioned = MarkdownPage.all().stream()
                .filter(page -> !Project.path(page.path()).startsWith(Chart.FOLDER))
                .flatMap(page -> page.code().stream())
                .filter(code -> MENTIONED.matcher(code).matches())
                .filter(code -> !VSPHERE.matcher(code).matches())
                .filter(code -> !code.endsWith(".yaml")) // a file
                .distinct()
                .toList();

        assertThat(mentioned).hasSizeGreaterThan(15).contains("config.secret.create: false", "rbac.secrets");
        assertThat(mentioned).allSatisfy(code -> {
            String path = code.split(":")[0];
            assertThat(ValueDescriptions.property(path)).as(code).isPresent();
            if (code.contains(": ")) {
                String value = code.substring(code.indexOf(": ") + 2);
                var text = new StringBuilder(value);
                for (String key : List.of(path.split("\\.")).reversed()) {
                    text.insert(0, "{" + key + ": ").append("}");
                }
                assertThat(Chart.render(text.toString()).documents()).as(code).isNotEmpty();
            }
        });
    }

    @Test
    void helmRejectsWrongValues() {
        DocBlock block = DocBlock.only(ChartBlocksTest.class, "helmRejectsWrongValues");
        String message = String.valueOf(
                catchThrowable(() -> Chart.render("{daemonset: {tolerationz: []}, config: {password: 12345}}"))
                        .getMessage());
        String rendered = message.lines()
                .filter(line -> line.startsWith("- at "))
                .sorted(Comparator.reverseOrder())
                .map(line -> line + "\n")
                .reduce("", String::concat);

        assertThat(block.renewed(rendered)).as(DocBlock.RENEW).isEqualTo(rendered);
    }

    @Test
    void theProgramReadsBothLayoutsOfASecret() {
        JsonNode data = Manifest.parse(DocBlock.only(ChartBlocksTest.class, "theProgramReadsBothLayoutsOfASecret")
                        .text())
                .getFirst()
                .json()
                .path("stringData");
        var bytes = new HashMap<String, byte[]>();
        data.properties()
                .forEach(entry ->
                        bytes.put(entry.getKey(), entry.getValue().asText().getBytes(UTF_8)));
        CredentialSet credentials = CredentialSet.of("the Secret", bytes);

        assertThat(credentials.warnings()).isEmpty();
        assertThat(credentials.find("vcenter.paris.example.org")).isInstanceOf(SecretCredentials.Found.class);
        assertThat(credentials.find("2001:db8::10")).isInstanceOf(SecretCredentials.Found.class);
    }

    /// The chart divides the settings between the Pod and its container.
    @Test
    void theContainerIsAsRestrictedAsInTheChart() {
        JsonNode shown = Manifest.parse(DocBlock.only(ChartBlocksTest.class, "theContainerIsAsRestrictedAsInTheChart")
                        .text())
                .getFirst()
                .json()
                .path("securityContext");
        JsonNode pod = Chart.render("").workload().json().at("/spec/template/spec");

        assertThat(shown.properties()).isNotEmpty().allSatisfy(setting -> assertThat(
                        pod.at("/containers/0/securityContext")
                                        .path(setting.getKey())
                                        .isMissingNode()
                                ? pod.at("/securityContext").path(setting.getKey())
                                : pod.at("/containers/0/securityContext").path(setting.getKey()))
                .as(setting.getKey())
                .isEqualTo(setting.getValue()));
    }
}
