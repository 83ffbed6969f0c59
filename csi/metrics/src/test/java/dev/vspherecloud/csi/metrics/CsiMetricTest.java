package dev.vspherecloud.csi.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.observability.metrics.Label;
import dev.vspherecloud.observability.metrics.MetricKind;
import dev.vspherecloud.testkit.exposition.Exposition;
import dev.vspherecloud.testkit.exposition.Family;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests the table of metrics: its names, that it is complete, and that it has what vsphere-csi-driver (Go) shows.
class CsiMetricTest {
    private final CsiMetricsTestBed bed = new CsiMetricsTestBed();

    @Test
    void namesAreUniqueAndCountersEndInTotal() {
        assertThat(Arrays.stream(CsiMetric.values()).map(CsiMetric::text)).doesNotHaveDuplicates();
        assertThat(CsiMetric.values())
                .allSatisfy(metric -> assertThat(metric.text().endsWith("_total"))
                        .as(metric.text())
                        .isEqualTo(metric.kind() == MetricKind.COUNTER));
    }

    @Test
    void everyRowHasADescriptionAndASource() {
        assertThat(CsiMetric.values()).allSatisfy(metric -> {
            assertThat(metric.description()).endsWith(".");
            assertThat(metric.source()).isNotBlank();
        });
    }

    @Test
    void noLabelNamesAnObjectOfTheCluster() {
        assertThat(CsiMetric.values())
                .flatExtracting(CsiMetric::labels)
                .extracting(Label::name)
                .doesNotContain("node", "vm", "uid", "volume", "claim", "namespace", "name");
    }

    @Test
    void everyMetricOfTheTableIsShownAfterItsEventWithItsKindAndLabels() {
        bed.showEverything();
        Exposition shown = bed.scrape();

        for (CsiMetric metric : CsiMetric.values()) {
            assertThat(shown.families()).containsKey(metric.text());
            Family family = shown.families().values().stream()
                    .filter(each -> each.name().equals(metric.text()))
                    .findFirst()
                    .orElseThrow();
            assertThat(family.type()).isEqualTo(metric.kind().type());
            assertThat(family.labelNames())
                    .as(metric.text())
                    .containsExactlyInAnyOrderElementsOf(
                            metric.labels().stream().map(Label::name).toList());
        }
    }

    /// The page of this program refers to the page of the cloud controller manager for these.
    @Test
    void allOtherMetricsAreThoseOfTheRuntime() {
        String page = Project.read(Project.path("docs/reference/metrics.md"));
        bed.showEverything();
        Set<String> others = new TreeSet<>(bed.scrape().families().keySet());
        others.removeAll(Arrays.stream(CsiMetric.values()).map(CsiMetric::text).collect(Collectors.toSet()));

        assertThat(others).hasSizeGreaterThan(20).allSatisfy(name -> assertThat(page)
                .contains("| `" + name + "` |"));
    }

    /// A row of the list of metrics that vsphere-csi-driver (Go) has.
    ///
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

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Row> rows() {
        return Project.resource(CsiMetricTest.class, "go-csi-metrics.txt")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(Row::of)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theMetricsOfGoHaveTheirTypeLabelsAndBounds(Row row) {
        bed.showEverything();
        List<Family> shown = bed.scrape().families().values().stream()
                .filter(family -> family.name().equals(row.name()))
                .toList();

        if (!row.missing().isEmpty()) {
            assertThat(shown).isEmpty();
            return;
        }
        assertThat(shown).singleElement().satisfies(family -> {
            assertThat(family.type()).isEqualTo(row.type());
            assertThat(family.labelNames()).containsExactlyInAnyOrderElementsOf(row.labels());
            assertThat(bounds(family)).isEqualTo(row.bounds());
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

    @Test
    void exactlyTheMetricsOfTheListAreMarkedAsMetricsOfGo() {
        List<String> here = rows().stream()
                .filter(row -> row.missing().isEmpty())
                .map(Row::name)
                .toList();

        assertThat(Arrays.stream(CsiMetric.values()).filter(CsiMetric::isFromGo).map(CsiMetric::text))
                .containsExactlyInAnyOrderElementsOf(here);
        assertThat(Arrays.stream(CsiMetric.values()).filter(metric -> !metric.isFromGo()))
                .allSatisfy(metric -> assertThat(metric.text()).startsWith("vspherecloud_csi_"));
    }

    /// A method that is missing in the table would count as `other`.
    @Test
    void everyMethodOfTheStorageServicesIsInTheTable() {
        Set<String> called = new TreeSet<>();
        for (String file : List.of("CnsClient", "policy/StoragePolicyClient")) {
            String source =
                    Project.read(Project.path("csi/cns/src/main/java/dev/vspherecloud/csi/cns/" + file + ".java"));
            Matcher methods = Pattern.compile("\"((?:Cns|Pbm)[A-Z]\\w+)\"").matcher(source);
            while (methods.find()) {
                called.add(methods.group(1));
            }
        }
        called.removeAll(
                Set.of("CnsVolumeManager", "PbmServiceInstance", "PbmFaultNoPermission", "PbmPlacementSolver"));

        assertThat(called).contains("CnsCreateVolume", "PbmQueryProfile");
        assertThat(CsiLabels.METHOD.values()).containsAll(called).doesNotHaveDuplicates();
        assertThat(CsiLabels.METHOD.values().stream()
                        .filter(method -> method.startsWith("Cns") || method.startsWith("Pbm")))
                .containsExactlyInAnyOrderElementsOf(called);
    }
}
