package dev.vspherecloud.ccm.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.testkit.promql.Expression;
import dev.vspherecloud.testkit.promql.LabelMatcher;
import dev.vspherecloud.testkit.promql.Value;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DashboardTest {
    private static final Pattern LEGEND = Pattern.compile("\\{\\{(\\w+)}}");

    private final List<Target> targets = targets();

    /// One curve of a panel.
    private record Target(String panel, String query, String legend) {
        /// As Grafana asks when *All* is chosen everywhere.
        Expression expression() {
            return Expression.parse(query.replaceAll("\\$[a-z]+", ".*"));
        }

        Set<String> labelsOfLegend() {
            return LEGEND.matcher(legend).results().map(found -> found.group(1)).collect(Collectors.toSet());
        }
    }

    private static List<Target> targets() {
        try {
            JsonNode dashboard = new ObjectMapper()
                    .readTree(Project.path("deploy/monitoring/dashboard.json").toFile());
            var targets = new ArrayList<Target>();
            for (JsonNode panel : dashboard.path("panels")) {
                for (JsonNode target : panel.path("targets")) {
                    targets.add(new Target(
                            panel.path("title").asText(),
                            target.path("expr").asText(),
                            target.path("legendFormat").asText()));
                }
            }
            return targets;
        } catch (IOException e) {
            throw new IllegalStateException("the dashboard can't be read", e);
        }
    }

    @Test
    void itNamesOnlyMetricsAndLabelsOfTheTable() {
        assertThat(targets).hasSizeGreaterThan(30);
        targets.forEach(target -> NamesInQuery.requireInTable(target.panel(), target.expression()));
    }

    /// Two clusters may have the same job, and vCenters of the same name.
    @Test
    void everyCurveIsOfTheClusterThatIsChosen() {
        assertThat(targets)
                .allSatisfy(target -> assertThat(Expression.parse(target.query().replaceAll("\\$[a-z]+", "x"))
                                .selectors())
                        .as(target.panel())
                        .allSatisfy(selector -> assertThat(selector.matchers())
                                .extracting(LabelMatcher::label)
                                .contains("cluster")));
    }

    @Test
    void everyCurveHasSomethingToShowAndTheLabelsOfItsLegend() {
        var run = new AlertRun(List.of());
        run.pass(Duration.ofMinutes(10), each -> each.stage.troubleOnce());

        assertThat(targets).allSatisfy(target -> {
            Value value = target.expression().at(run.stage.clock.instant(), run.timeline());
            assertThat(value).isInstanceOfSatisfying(Value.Vector.class, vector -> assertThat(vector.samples())
                    .as(target.panel())
                    .isNotEmpty()
                    .allSatisfy((Map<String, String> labels, Double _) ->
                            assertThat(labels.keySet()).containsAll(target.labelsOfLegend())));
        });
    }
}
