package dev.vspherecloud.ccm.application.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Checks the text of the queries; [DashboardIT] evaluates them.
class DashboardTest {
    private final List<DashboardCurve> curves = DashboardCurve.all();

    @Test
    void itNamesOnlyMetricsAndLabelsOfTheTable() {
        assertThat(curves).hasSizeGreaterThan(30);
        curves.forEach(curve -> NamesInQuery.requireInTable(curve.panel(), curve.expression()));
    }

    /// Two clusters may have the same job, and vCenters of the same name.
    @Test
    void everyQuerySelectsTheChosenCluster() {
        assertThat(curves)
                .allSatisfy(curve -> assertThat(QueryNames.of(curve.query()).selectors())
                        .as(curve.panel())
                        .isNotEmpty()
                        .allSatisfy(selector -> assertThat(selector.labels()).contains("cluster")));
    }
}
