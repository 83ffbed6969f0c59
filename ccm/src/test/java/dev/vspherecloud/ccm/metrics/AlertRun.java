package dev.vspherecloud.ccm.metrics;

import dev.vspherecloud.testkit.promql.Timeline;
import dev.vspherecloud.testkit.promql.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// A Prometheus server of two clusters. It scrapes a stage and its healthy neighbour every minute, and evaluates the
/// rules each time.
///
/// Threads: one.
final class AlertRun {
    private static final Map<String, String> TARGET = target("north", "10.0.0.1:10258");
    private static final Map<String, String> TWIN = target("north", "10.0.0.2:10258");
    private static final Map<String, String> NEIGHBOUR = target("south", "10.9.0.1:10258");

    final MetricsStage stage = new MetricsStage();

    /// Of another cluster, with the same job; it is always well.
    private final MetricsStage neighbour = new MetricsStage();

    private final List<AlertRule> rules;
    private final Timeline timeline = new Timeline();

    /// Since when each alert is true, by its labels.
    private final Map<AlertRule, Map<Map<String, String>, Instant>> pending = new HashMap<>();

    private final Map<String, Set<Map<String, String>>> fired = new HashMap<>();
    private boolean isScraped = true;

    AlertRun(List<AlertRule> rules) {
        this.rules = List.copyOf(rules);
    }

    private static Map<String, String> target(String cluster, String instance) {
        return Map.of("cluster", cluster, "job", "ccm", "instance", instance);
    }

    /// Nobody scrapes the stage any more.
    void endScraping() {
        isScraped = false;
    }

    /// Somebody else says the same of himself at each scrape from now on.
    void scrapeTwin() {
        timeline.add(stage.clock.instant(), TWIN, stage.scrape());
    }

    /// Lets time pass.
    ///
    /// @param also what happens in each minute, beside what is as it should be
    void pass(Duration time, Consumer<AlertRun> also) {
        Instant end = stage.clock.instant().plus(time);
        while (stage.clock.instant().isBefore(end)) {
            stage.passQuietly();
            neighbour.passQuietly();
            also.accept(this);
            if (isScraped) {
                timeline.add(stage.clock.instant(), TARGET, stage.scrape());
            }
            timeline.add(stage.clock.instant(), NEIGHBOUR, neighbour.scrape());
            rules.forEach(this::evaluate);
        }
    }

    private void evaluate(AlertRule rule) {
        Instant now = stage.clock.instant();
        var before = pending.getOrDefault(rule, Map.of());
        var since = new HashMap<Map<String, String>, Instant>();
        for (Map<String, String> labels : trueOf(rule, now)) {
            Instant begin = before.getOrDefault(labels, now);
            since.put(labels, begin);
            if (!begin.plus(rule.patience()).isAfter(now)) {
                fired.computeIfAbsent(rule.name(), _ -> new HashSet<>()).add(labels);
            }
        }
        pending.put(rule, since);
    }

    private List<Map<String, String>> trueOf(AlertRule rule, Instant now) {
        return rule.expression().at(now, timeline) instanceof Value.Vector(var samples)
                ? new ArrayList<>(samples.keySet())
                : List.of();
    }

    /// The alerts that have fired, each with its labels.
    Map<String, Set<Map<String, String>>> fired() {
        return Map.copyOf(fired);
    }

    Timeline timeline() {
        return timeline;
    }
}
