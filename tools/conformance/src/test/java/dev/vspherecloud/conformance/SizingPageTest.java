package dev.vspherecloud.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The numbers on the page about sizing are those of the reports.
class SizingPageTest {
    private static final String PAGE = "docs/reference/sizing.md";
    private static final String TEXT = Project.read(Project.path(PAGE));
    private static final String PROCESS = Project.read(Project.path("benchmarks/reports/process.txt"));
    private static final String LOAD = Project.read(Project.path("benchmarks/reports/lifecycle-load.txt"));

    private static final int NEW = 1;
    private static final int KNOWN = 2;

    /// Columns: idle new, idle known, peak new, peak known.
    @ParameterizedTest
    @CsvSource({"20", "100", "'1,000'", "'5,000'"})
    void memoryIsThatOfTheReport(String nodes) {
        assertThat(numbers("Memory", nodes))
                .containsExactly(
                        rounded(measured(nodes, "memory \\d+ s later", NEW)),
                        rounded(measured(nodes, "memory \\d+ s later", KNOWN)),
                        rounded(measured(nodes, "peak memory", NEW)),
                        rounded(measured(nodes, "peak memory", KNOWN)));
    }

    /// Columns: ready new, CPU new, ready known, CPU known.
    @ParameterizedTest
    @CsvSource({"20", "100", "'1,000'", "'5,000'"})
    void timeIsThatOfTheReport(String nodes) {
        List<Double> shown = numbers("Time and CPU", nodes);
        List<Double> measured = List.of(
                measured(nodes, "ready", NEW),
                measured(nodes, "CPU until ready", NEW),
                measured(nodes, "ready", KNOWN),
                measured(nodes, "CPU until ready", KNOWN));

        for (int column = 0; column < measured.size(); column++) {
            assertThat(shown.get(column)).isCloseTo(measured.get(column), within(0.06));
        }
    }

    /// The estimate for 2,000 Nodes is on the straight line from 1,000 to 5,000 Nodes.
    @ParameterizedTest
    @CsvSource({"Memory, 1", "Time and CPU, 0.1"})
    void theEstimateIsBetweenItsNeighbours(String section, double unit) {
        List<Double> below = numbers(section, "1,000");
        List<Double> above = numbers(section, "5,000");
        List<Double> estimate = numbers(section, "2,000, *estimate*");

        for (int column = 0; column < below.size(); column++) {
            assertThat(estimate.get(column))
                    .isCloseTo(below.get(column) + (above.get(column) - below.get(column)) / 4, within(unit));
        }
    }

    @Test
    void theExampleRepeatsTheEstimate() {
        List<Double> estimate = numbers("Memory", "2,000, *estimate*");

        assertThat(TEXT)
                .contains("about %.0f MB in use, about %.0f MB at most".formatted(estimate.get(0), estimate.get(3)));
    }

    @Test
    void theAnswerToTheQuestionRepeatsTheMemory() {
        assertThat(Project.read(Project.path("docs/faq.md")))
                .contains("About %.0f MB for 100 Nodes, %.0f MB for 1,000 and %.0f MB for 5,000"
                        .formatted(
                                numbers("Memory", "100").getFirst(),
                                numbers("Memory", "1,000").getFirst(),
                                numbers("Memory", "5,000").getFirst()));
    }

    @Test
    void callsAreThoseOfTheReport() {
        MatchResult idle = only("all is well +(\\d+) +([\\d.]+)", LOAD);
        MatchResult refused = only("vCenter refuses every call +(\\d+) +([\\d.]+)", LOAD);
        MatchResult noRights = only("the account has no rights +(\\d+) +([\\d.]+)", LOAD);

        assertThat(TEXT)
                .contains("nothing changes | %s a minute to each vCenter".formatted(idle.group(1)))
                .contains("%s in the first minute, then %s a minute".formatted(refused.group(1), refused.group(2)))
                .contains("%s in the first minute, then %s a minute".formatted(noRights.group(1), noRights.group(2)));
    }

    @Test
    void theCallsForNewNodesAreThoseOfTheReadme() {
        String calls = only("vCenter calls to initialise them \\| \\*\\*(\\d+)\\*\\*", readme())
                .group(1);

        assertThat(TEXT).contains("1,000 new Nodes | %s in total".formatted(calls));
    }

    private static String readme() {
        return Project.read(Project.path("README.md"));
    }

    private static List<Double> numbers(String section, String nodes) {
        return PageRow.of(PAGE, section).stream()
                .filter(row -> row.cell(0).equals(nodes))
                .findFirst()
                .orElseThrow()
                .cells()
                .stream()
                .skip(1)
                .map(Double::valueOf)
                .toList();
    }

    private static double rounded(double value) {
        return Math.round(value);
    }

    /// Returns the median of a row of the report about the process.
    ///
    /// @param column [#NEW] or [#KNOWN]
    private static double measured(String nodes, String row, int column) {
        int start = PROCESS.indexOf("\n" + nodes + " Nodes, ");
        return Double.parseDouble(only(
                        "(?m)^%s +([\\d.]+) \\([\\d.]+\\) +([\\d.]+) ".formatted(row),
                        PROCESS.substring(start, PROCESS.indexOf("\n\n", start)))
                .group(column));
    }

    private static MatchResult only(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nothing matches " + pattern));
    }
}
