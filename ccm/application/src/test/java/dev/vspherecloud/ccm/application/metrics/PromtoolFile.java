package dev.vspherecloud.ccm.application.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.servers.Promtool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;

/// A file of unit tests for `promtool test rules`, on the metrics that a run scraped.
///
/// Threads: one.
final class PromtoolFile {
    private final String name;
    private final AlertRun run;
    private final List<Object> alerts = new ArrayList<>();
    private final List<Object> expressions = new ArrayList<>();

    /// @param name of the file, which is stored under `target`
    PromtoolFile(String name, AlertRun run) {
        this.name = name;
        this.run = run;
    }

    /// Expects exactly these alerts of the name at this minute.
    ///
    /// @param expected each with `exp_labels` and `exp_annotations`
    PromtoolFile alert(String alert, long minute, List<?> expected) {
        alerts.add(Map.of("alertname", alert, "eval_time", minute + "m", "exp_alerts", expected));
        return this;
    }

    /// Expects that the expression has no value at the end.
    PromtoolFile isEmpty(String expression) {
        return at(expression, List.of());
    }

    /// Expects that the expression has this one value at the end.
    PromtoolFile is(String expression, String labels, double value) {
        return at(expression, List.of(Map.of("labels", labels, "value", value)));
    }

    private PromtoolFile at(String expression, List<?> samples) {
        expressions.add(Map.of("expr", expression, "eval_time", run.minute() + "m", "exp_samples", samples));
        return this;
    }

    /// Runs promtool and requires that all expectations hold.
    void check() throws IOException {
        Path file = Files.createDirectories(Path.of("target", "promtool")).resolve(name + ".yaml");
        var test = Map.of(
                "name", name,
                "interval", "1m",
                "input_series", run.series().input(),
                "alert_rule_test", alerts,
                "promql_expr_test", expressions);
        Files.writeString(
                file,
                new Yaml()
                        .dump(Map.of(
                                "rule_files",
                                List.of(AlertRule.FILE.toString()),
                                "evaluation_interval",
                                "1m",
                                "tests",
                                List.of(test))));

        Promtool.Verdict verdict = Promtool.run("test", "rules", file.toString());

        assertThat(verdict.isSuccess()).as(verdict.output()).isTrue();
    }
}
