package dev.vspherecloud.testkit.promql;

import dev.vspherecloud.testkit.promql.Timeline.Point;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The functions that are known here.
///
/// Rule from: Prometheus, promql/functions.go; differs: what a counter grew is not extrapolated to the ends of its
/// range.
final class Functions {
    private static final double MILLIS = 1e3;

    private Functions() {}

    static Map<Map<String, String>, Double> vector(Value value) {
        return switch (value) {
            case Value.Vector(var samples) -> samples;
            case Value.Scalar scalar -> throw new IllegalArgumentException(scalar + " where series are needed");
        };
    }

    static Value apply(Expression.Call call, Instant now, Timeline timeline) {
        return switch (call.function()) {
            case "absent" -> absent(select(call), now, timeline);
            case "histogram_quantile" ->
                quantiles(call.quantile(), vector(call.of().at(now, timeline)));
            case "max_over_time" -> most(select(call), now, timeline);
            case "increase", "rate" -> growth(call, now, timeline);
            default -> throw new IllegalArgumentException("no function " + call.function());
        };
    }

    private static Expression.Select select(Expression.Call call) {
        if (call.of() instanceof Expression.Select select) {
            return select;
        }
        throw new IllegalArgumentException(call.function() + " is of a metric");
    }

    /// Bears the labels that were demanded.
    private static Value absent(Expression.Select select, Instant now, Timeline timeline) {
        Map<String, String> labels = select.matchers().stream()
                .filter(matcher -> matcher.operator().equals("="))
                .collect(Collectors.toMap(LabelMatcher::label, LabelMatcher::value));
        return select.at(now, timeline).samples().isEmpty()
                ? new Value.Vector(Map.of(labels, 1.0))
                : new Value.Vector(Map.of());
    }

    private static Value most(Expression.Select select, Instant now, Timeline timeline) {
        var most = new LinkedHashMap<Map<String, String>, Double>();
        timeline.over(select.range().orElseThrow(), now, select.metric(), select::matches)
                .forEach((labels, points) ->
                        points.stream().mapToDouble(Point::value).max().ifPresent(value -> most.put(labels, value)));
        return new Value.Vector(most);
    }

    private static Value growth(Expression.Call call, Instant now, Timeline timeline) {
        Expression.Select select = select(call);
        Duration range = select.range().orElseThrow();
        var grown = new LinkedHashMap<Map<String, String>, Double>();
        timeline.over(range, now, select.metric(), select::matches).forEach((labels, points) -> {
            if (points.size() > 1) {
                double by = increase(points);
                grown.put(labels, call.function().equals("rate") ? by / seconds(points) : by);
            }
        });
        return new Value.Vector(grown);
    }

    /// A counter that is smaller than before began anew.
    private static double increase(List<Point> points) {
        double sum = 0;
        for (int i = 1; i < points.size(); i++) {
            double step = points.get(i).value() - points.get(i - 1).value();
            sum += step < 0 ? points.get(i).value() : step;
        }
        return sum;
    }

    private static double seconds(List<Point> points) {
        return Duration.between(points.getFirst().at(), points.getLast().at()).toMillis() / MILLIS;
    }

    private static Value quantiles(double quantile, Map<Map<String, String>, Double> buckets) {
        var series = new LinkedHashMap<Map<String, String>, TreeMap<Double, Double>>();
        buckets.forEach((labels, count) -> {
            var rest = new LinkedHashMap<>(labels);
            String bound = String.valueOf(rest.remove("le"));
            series.computeIfAbsent(Map.copyOf(rest), _ -> new TreeMap<>())
                    .put(bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound), count);
        });
        var values = new LinkedHashMap<Map<String, String>, Double>();
        series.forEach((labels, counts) -> values.put(labels, quantile(quantile, counts)));
        return new Value.Vector(values);
    }

    /// In a straight line through the bucket; what is above all bounds counts as the highest of them.
    private static double quantile(double quantile, NavigableMap<Double, Double> counts) {
        double rank = quantile * counts.lastEntry().getValue();
        if (counts.lastEntry().getValue() == 0) {
            return Double.NaN;
        }
        double low = 0;
        double below = 0;
        for (Map.Entry<Double, Double> bucket : counts.entrySet()) {
            if (bucket.getValue() >= rank) {
                return bucket.getKey().isInfinite()
                        ? low
                        : low + (bucket.getKey() - low) * (rank - below) / (bucket.getValue() - below);
            }
            low = bucket.getKey();
            below = bucket.getValue();
        }
        return low;
    }
}
