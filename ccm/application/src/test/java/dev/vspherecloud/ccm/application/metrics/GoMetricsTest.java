package dev.vspherecloud.ccm.application.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.testkit.exposition.Exposition;
import dev.vspherecloud.testkit.exposition.Family;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Checks the metrics of cloud-provider-vsphere (Go), from a list of its sources. Dashboards and alerts for them
/// work with this program.
class GoMetricsTest {
    private static final String UNKNOWN = "-";

    /// @param bounds  of a histogram, empty if the list does not contain them
    /// @param missing why this program does not have the metric; empty if it has
    record Row(String name, String type, List<String> labels, List<Double> bounds, String missing) {
        static Row of(String line) {
            List<String> cells =
                    Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
            assertThat(cells).as(line).hasSize(5);
            return new Row(
                    cells.get(0),
                    cells.get(1),
                    words(cells.get(2)).toList(),
                    words(cells.get(3)).map(Double::valueOf).toList(),
                    cells.get(4));
        }

        private static Stream<String> words(String cell) {
            return Arrays.stream(cell.split(" ")).filter(word -> !word.isEmpty());
        }

        boolean isHere() {
            return missing.isEmpty();
        }

        boolean matches(String metric) {
            return name.endsWith("*") ? metric.startsWith(name.substring(0, name.length() - 1)) : metric.equals(name);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Row> rows() {
        return Project.resource(GoMetricsTest.class, "go-metrics.txt")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(Row::of)
                .toList();
    }

    static Stream<Row> rowsThatAreHere() {
        return rows().stream().filter(Row::isHere);
    }

    @ParameterizedTest
    @MethodSource("rowsThatAreHere")
    @Conforms("J54")
    void isShownWithItsTypeLabelsAndBounds(Row row) {
        var bed = new MetricsTestBed();
        bed.passQuietly();
        bed.troubleOnce();
        Exposition shown = bed.scrape();

        assertThat(shown.families()).containsKey(row.name());
        assertThat(shown.families().values())
                .filteredOn(family -> family.name().equals(row.name()))
                .singleElement()
                .satisfies(family -> {
                    if (!row.type().equals(UNKNOWN)) {
                        assertThat(family.type()).isEqualTo(row.type());
                    }
                    assertThat(family.labelNames()).containsExactlyInAnyOrderElementsOf(row.labels());
                    if (!row.bounds().isEmpty()) {
                        assertThat(bounds(family)).isEqualTo(row.bounds());
                    }
                });
    }

    private static List<Double> bounds(Family family) {
        return family.samples().stream()
                .filter(sample -> sample.name().endsWith("_bucket"))
                .map(sample -> sample.labels().getOrDefault("le", ""))
                .filter(bound -> !bound.equals("+Inf"))
                .map(Double::valueOf)
                .distinct()
                .sorted()
                .toList();
    }

    /// Metrics that only this project has do not use names of cloud-provider-vsphere (Go).
    @Test
    void exactlyTheMetricsOfTheListAreMarkedAsMetricsOfGo() {
        List<Row> here = rowsThatAreHere().toList();
        List<Row> missing = rows().stream().filter(row -> !row.isHere()).toList();

        assertThat(Arrays.stream(Metric.values()).filter(Metric::isFromGo).map(Metric::text))
                .as("marked as metrics of Go in the table")
                .allMatch(name -> here.stream().anyMatch(row -> row.matches(name)));
        assertThat(Arrays.stream(Metric.values()).filter(metric -> !metric.isFromGo() && !metric.isFromRuntime()))
                .as("metrics of this project")
                .allMatch(metric -> metric.text().startsWith("vspherecloud_"));
        assertThat(Arrays.stream(Metric.values()).map(Metric::text))
                .as("metrics that the list marks as missing")
                .noneMatch(name -> missing.stream().anyMatch(row -> row.matches(name)));
    }
}
