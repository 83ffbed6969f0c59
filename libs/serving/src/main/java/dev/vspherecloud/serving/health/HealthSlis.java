package dev.vspherecloud.serving.health;

import dev.vspherecloud.serving.Handler;
import dev.vspherecloud.serving.Request;
import dev.vspherecloud.serving.Response;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The page `/metrics/slis`: how often each health check passed and failed, and its last result. `DELETE`
/// resets the counts.
///
/// Rule from: component-base, metrics/prometheus/slis: two metrics under these names, apart from all others so
/// that they can be scraped more often.
///
/// Threads: any; guarded by `this`.
public final class HealthSlis implements Handler {
    private static final String EXPOSITION = "text/plain; version=0.0.4; charset=utf-8";

    private record Series(String check, String page) implements Comparable<Series> {
        @Override
        public int compareTo(Series other) {
            int byCheck = check.compareTo(other.check);
            return byCheck != 0 ? byCheck : page.compareTo(other.page);
        }
    }

    private record Tally(boolean isHealthy, long passed, long failed) {
        static final Tally NONE = new Tally(false, 0, 0);

        Tally with(boolean isHealthyNow) {
            return new Tally(isHealthyNow, passed + (isHealthyNow ? 1 : 0), failed + (isHealthyNow ? 0 : 1));
        }
    }

    private final Map<Series, Tally> counts = new TreeMap<>();

    /// Counts the result of one check.
    ///
    /// @param check the name of the check
    /// @param page  the page that ran the check: `healthz`, `livez` or `readyz`
    synchronized void record(String check, String page, boolean isHealthy) {
        var series = new Series(check, page);
        counts.put(series, counts.getOrDefault(series, Tally.NONE).with(isHealthy));
    }

    @Override
    public Set<String> methods() {
        return Set.of("GET", "DELETE");
    }

    @Override
    public synchronized Response handle(Request request) {
        if (request.method().equals("DELETE")) {
            counts.clear();
            return Response.text("metrics reset\n");
        }
        return Response.of(EXPOSITION, last() + counts());
    }

    private String last() {
        return counts.entrySet().stream()
                .map(each -> line(
                        "kubernetes_healthcheck",
                        each.getKey(),
                        "",
                        each.getValue().isHealthy() ? 1 : 0))
                .collect(Collectors.joining("", """
                        # HELP kubernetes_healthcheck [STABLE] This metric records the result of a single healthcheck.
                        # TYPE kubernetes_healthcheck gauge
                        """, ""));
    }

    private String counts() {
        return counts.entrySet().stream()
                .map(each -> count(each.getKey(), "error", each.getValue().failed())
                        + count(each.getKey(), "success", each.getValue().passed()))
                .collect(Collectors.joining("", """
                        # HELP kubernetes_healthchecks_total [STABLE] This metric records the results of all healthcheck.
                        # TYPE kubernetes_healthchecks_total counter
                        """, ""));
    }

    private static String count(Series series, String status, long count) {
        return count == 0
                ? ""
                : line("kubernetes_healthchecks_total", series, ",status=\"%s\"".formatted(status), count);
    }

    /// Returns one line of the page. The names of checks and pages are fixed in this program, and need no
    /// escapes.
    private static String line(String metric, Series series, String more, long value) {
        return "%s{name=\"%s\"%s,type=\"%s\"} %d\n".formatted(metric, series.check(), more, series.page(), value);
    }
}
