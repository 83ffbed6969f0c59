package dev.vspherecloud.ccm.application.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Checks the text of the rules; [AlertsIT] evaluates them.
class AlertsTest {
    private static final Pattern SECTION = Pattern.compile("(?m)^## (\\w+)$");

    private final List<AlertRule> rules = AlertRule.all();

    /// Without labels that separate clusters, an aggregation would hide one cluster behind another.
    @Test
    void eachAggregationKeepsClustersApart() {
        assertThat(rules)
                .extracting(rule -> QueryNames.of(rule.expression()).groupings())
                .allMatch(groupings -> groupings.isEmpty() || groupings.containsAll(Set.of("cluster", "job")));
    }

    @Test
    void eachNamesOnlyMetricsAndLabelsOfTheTable() {
        for (AlertRule rule : rules) {
            NamesInQuery.requireInTable(rule.name(), rule.expression());
        }
    }

    @Test
    void eachHasASummaryADescriptionAndARunbook() {
        String page = Project.read(Project.path("docs/how-to/alerts.md"));

        assertThat(SECTION.matcher(page).results().map(found -> found.group(1)))
                .containsExactlyElementsOf(rules.stream().map(AlertRule::name).toList());
        assertThat(rules).allSatisfy(rule -> {
            assertThat(rule.severity()).isIn("critical", "warning");
            assertThat(rule.annotations().get("summary")).endsWith(".");
            assertThat(rule.annotations().get("description")).endsWith(".");
            assertThat(rule.annotations().get("runbook_url"))
                    .isEqualTo("https://vspherecloud.dev/docs/how-to/alerts#"
                            + rule.name().toLowerCase(Locale.ROOT));
        });
    }

    @Test
    void aMetricThatIsNotInTheTableIsNoticed() {
        assertThat(NamesInQuery.unknown("vspherecloud_no_such_thing > 0"))
                .containsExactly("vspherecloud_no_such_thing");
        assertThat(NamesInQuery.unknown("sum by (node) (vspherecloud_nodes{zone=\"a\"})"))
                .containsExactlyInAnyOrder("node", "zone");
    }

    @Test
    void namesAreFoundWhereverTheyStand() {
        QueryNames names = QueryNames.of(
                "histogram_quantile(0.9, sum by (le, a) (rate(x_bucket{b=~\"y{z}|by (q)\",c!=\"\"}[5m]))) > 1e3"
                        + " and max by(d)(w) - time() or absent(v) unless u{}");

        assertThat(names.selectors())
                .containsExactly(
                        new QueryNames.Selector("x_bucket", Set.of("b", "c")),
                        new QueryNames.Selector("w", Set.of()),
                        new QueryNames.Selector("v", Set.of()),
                        new QueryNames.Selector("u", Set.of()));
        assertThat(names.groupings()).containsExactlyInAnyOrder("le", "a", "d");
    }
}
