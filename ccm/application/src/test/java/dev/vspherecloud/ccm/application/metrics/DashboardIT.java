package dev.vspherecloud.ccm.application.metrics;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// promtool of Prometheus evaluates the queries on the metrics of the program.
class DashboardIT {
    private final List<DashboardCurve> curves = DashboardCurve.all();

    @Test
    void everyCurveHasSomethingToShowAndTheLabelsOfItsLegend() throws IOException {
        var run = new AlertRun(curves.stream()
                .flatMap(curve -> QueryNames.of(curve.query()).selectors().stream())
                .map(QueryNames.Selector::metric)
                .collect(Collectors.toSet()));
        run.pass(Duration.ofMinutes(10), each -> each.bed.troubleOnce());
        var file = new PromtoolFile("dashboard", run);

        curves.forEach(curve -> file.is("group by (legend) (%s)".formatted(withLegend(curve)), legend(curve), 1));

        file.check();
    }

    /// Returns the query with an additional label `legend`. It has one `x` for each label of the legend that the
    /// series has.
    private static String withLegend(DashboardCurve curve) {
        String expression = curve.expression();
        for (String label : curve.labelsOfLegend()) {
            expression = "label_replace(%s, \"has_%s\", \"x\", \"%2$s\", \".+\")".formatted(expression, label);
        }
        return curve.labelsOfLegend().stream()
                .map(label -> ", \"has_%s\"".formatted(label))
                .collect(Collectors.joining("", "label_join(%s, \"legend\", \"\"".formatted(expression), ")"));
    }

    private static String legend(DashboardCurve curve) {
        String all = "x".repeat(curve.labelsOfLegend().size());
        return all.isEmpty() ? "{}" : "{legend=\"%s\"}".formatted(all);
    }
}
