package dev.vspherecloud.ccm.application.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// A Prometheus server of two clusters. It scrapes the metrics under test and those of a healthy cluster every
/// minute.
///
/// Threads: one.
final class AlertRun {
    private static final Map<String, String> TARGET = target("north", "10.0.0.1:10258");
    private static final Map<String, String> SECOND_LEADER = target("north", "10.0.0.2:10258");
    private static final Map<String, String> NEIGHBOUR = target("south", "10.9.0.1:10258");

    /// The metrics under test. Their time begins where that of promtool does.
    final MetricsTestBed bed = new MetricsTestBed(Instant.EPOCH);

    /// A healthy leader of another cluster, with the same job.
    private final MetricsTestBed neighbour = new MetricsTestBed(Instant.EPOCH);

    private final ScrapedSeries series;
    private int minute;
    private boolean isScraped = true;

    /// @param metrics the metrics to keep
    AlertRun(Set<String> metrics) {
        series = new ScrapedSeries(metrics);
    }

    private static Map<String, String> target(String cluster, String instance) {
        return Map.of("cluster", cluster, "job", "ccm", "instance", instance);
    }

    /// Stops the scrapes of the metrics under test.
    void endScraping() {
        isScraped = false;
    }

    /// Scrapes a second process that exports the same metrics, so that it also claims to be the leader.
    void scrapeSecondLeader() {
        series.add(minute, SECOND_LEADER, bed.scrape());
    }

    /// Advances the time.
    ///
    /// @param time in whole minutes
    /// @param also what happens in each minute, in addition to the healthy behaviour
    void pass(Duration time, Consumer<AlertRun> also) {
        for (long left = time.toMinutes(); left > 0; left--) {
            minute++;
            bed.passQuietly();
            neighbour.passQuietly();
            also.accept(this);
            if (isScraped) {
                series.add(minute, TARGET, bed.scrape());
            }
            series.add(minute, NEIGHBOUR, neighbour.scrape());
        }
    }

    /// Returns the minute of the last scrape.
    int minute() {
        return minute;
    }

    ScrapedSeries series() {
        return series;
    }
}
