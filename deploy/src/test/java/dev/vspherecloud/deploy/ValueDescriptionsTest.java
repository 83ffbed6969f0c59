package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.deploy.ValueDescriptions.Value;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.DumperOptions;

/// The schema describes every value. The comments of `values.yaml` and the README of the chart are generated from it.
class ValueDescriptionsTest {
    private static final String RENEW = "renew it with `make manifests`, and look at the difference";
    private static final ValueDescriptions DESCRIPTIONS = ValueDescriptions.read();

    static List<Value> examples() {
        return DESCRIPTIONS.values().stream()
                .filter(value -> value.example().isPresent())
                .toList();
    }

    @Test
    void everyPropertyOfTheSchemaHasADescription() {
        assertThat(ValueDescriptions.undescribed()).isEmpty();
        assertThat(DESCRIPTIONS.values()).hasSizeGreaterThan(100).allSatisfy(value -> assertThat(value.description())
                .as(value.path())
                .matches(".*[.)]"));
    }

    @Test
    void theCommentsOfTheValuesMatchTheSchema() {
        Path file = Chart.FOLDER.resolve("values.yaml");
        String written = ValuesComments.written(Project.read(file));

        assertThat(Project.renewed(file, written)).as(RENEW).hasContent(written);
    }

    @Test
    void theReadmeMatchesTheValues() {
        String rendered = ChartReadme.rendered(DESCRIPTIONS);

        assertThat(rendered).contains("| `daemonset.image` | `vsphere-cloud-controller-manager` |", "| `kind` |");
        assertThat(Project.renewed(Chart.FOLDER.resolve("README.md"), rendered))
                .as(RENEW)
                .hasContent(rendered);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theChartRendersEveryExample(Value value) {
        String yaml = ValueDescriptions.yaml(value.example().orElseThrow(), DumperOptions.FlowStyle.FLOW);
        var text = new StringBuilder(yaml);
        for (String key : List.of(value.path().split("\\.")).reversed()) {
            text.insert(0, "{" + key + ": ").append("}");
        }

        assertThat(Chart.render(text.toString()).documents()).isNotEmpty();
    }
}
