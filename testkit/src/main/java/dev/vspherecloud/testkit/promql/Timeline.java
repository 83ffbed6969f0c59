package dev.vspherecloud.testkit.promql;

import dev.vspherecloud.testkit.exposition.Exposition;
import dev.vspherecloud.testkit.exposition.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What a Prometheus server holds after some scrapes.
///
/// Threads: one.
public final class Timeline {
    /// How old a sample may be and still count.
    ///
    /// Rule from: Prometheus, `--query.lookback-delta`.
    private static final Duration LOOKBACK = Duration.ofMinutes(5);

    /// By target and time, what was scraped, by the name of the line.
    private final Map<Map<String, String>, TreeMap<Instant, Map<String, List<Sample>>>> targets = new LinkedHashMap<>();

    /// One point of a series.
    record Point(Instant at, double value) {}

    /// The server scraped this.
    ///
    /// @param target labels that it adds to all that it scrapes there, as `job` and `instance`
    public void add(Instant at, Map<String, String> target, Exposition scrape) {
        Map<String, List<Sample>> lines =
                scrape.samples().map(sample -> labelled(target, sample)).collect(Collectors.groupingBy(Sample::name));
        targets.computeIfAbsent(Map.copyOf(target), _ -> new TreeMap<>()).put(at, lines);
    }

    private static Sample labelled(Map<String, String> target, Sample sample) {
        var labels = new TreeMap<>(target);
        labels.putAll(sample.labels());
        return new Sample(sample.name(), labels, sample.value());
    }

    /// The newest sample of each series, by its labels. A series that the last scrape does not have any more is gone.
    Map<Map<String, String>, Double> at(Instant now, String metric, Predicate<Map<String, String>> wanted) {
        var values = new LinkedHashMap<Map<String, String>, Double>();
        for (TreeMap<Instant, Map<String, List<Sample>>> scrapes : targets.values()) {
            Optional.ofNullable(scrapes.floorEntry(now))
                    .filter(last -> last.getKey().isAfter(now.minus(LOOKBACK)))
                    .ifPresent(last -> last.getValue().getOrDefault(metric, List.of()).stream()
                            .filter(sample -> wanted.test(sample.labels()))
                            .forEach(sample -> values.put(sample.labels(), sample.value())));
        }
        return values;
    }

    /// All points of each series in the time before now, by its labels.
    Map<Map<String, String>, List<Point>> over(
            Duration range, Instant now, String metric, Predicate<Map<String, String>> wanted) {
        var series = new LinkedHashMap<Map<String, String>, List<Point>>();
        for (TreeMap<Instant, Map<String, List<Sample>>> scrapes : targets.values()) {
            scrapes.subMap(now.minus(range), false, now, true)
                    .forEach((at, lines) -> lines.getOrDefault(metric, List.of()).stream()
                            .filter(sample -> wanted.test(sample.labels()))
                            .forEach(sample -> series.computeIfAbsent(sample.labels(), _ -> new ArrayList<>())
                                    .add(new Point(at, sample.value()))));
        }
        return series;
    }
}
