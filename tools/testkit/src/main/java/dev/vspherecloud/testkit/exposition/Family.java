package dev.vspherecloud.testkit.exposition;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// One metric with its type, help and samples.
///
/// @param type one of `counter`, `gauge`, `histogram`, `summary`
public record Family(String name, String type, String help, List<Sample> samples) {
    public Family {
        samples = List.copyOf(samples);
    }

    /// The names of all its labels, except those that belong to the type.
    public Set<String> labelNames() {
        return samples.stream()
                .flatMap(sample -> sample.labels().keySet().stream())
                .filter(label -> !label.equals("le") && !label.equals("quantile"))
                .collect(Collectors.toSet());
    }

    void check() {
        require(!help.isBlank(), "has no help");
        samples.forEach(sample ->
                require(suffixes().contains(sample.name().substring(name.length())), "has the line " + sample.name()));
        var seen = new HashSet<>();
        samples.forEach(sample ->
                require(seen.add(List.of(sample.name(), sample.labels())), "says " + sample + " a second time"));
        switch (type) {
            case "counter" -> {
                require(name.endsWith("_total"), "is a counter without _total");
                samples.forEach(sample -> require(sample.value() >= 0, "is negative"));
            }
            case "gauge" -> require(!name.endsWith("_total"), "is a gauge with _total");
            case "histogram" -> checkBuckets();
            case "summary" -> {}
            default -> throw new IllegalArgumentException("%s has the unknown type %s".formatted(name, type));
        }
    }

    private Set<String> suffixes() {
        return switch (type) {
            case "histogram" -> Set.of("_bucket", "_sum", "_count");
            case "summary" -> Set.of("", "_sum", "_count");
            default -> Set.of("");
        };
    }

    /// Checks that each series has buckets that never decrease, and a last bucket `+Inf`.
    private void checkBuckets() {
        var buckets = new TreeMap<String, TreeMap<Double, Double>>();
        for (Sample sample : samples) {
            if (sample.name().endsWith("_bucket")) {
                String bound = sample.labels().get("le");
                require(bound != null, "has a bucket without bound");
                buckets.computeIfAbsent(sample.without("le").toString(), _ -> new TreeMap<>())
                        .put(Exposition.number(String.valueOf(bound)), sample.value());
            }
        }
        buckets.forEach((series, counts) -> {
            require(counts.lastKey() == Double.POSITIVE_INFINITY, "has no bucket for everything in " + series);
            double before = 0;
            for (Map.Entry<Double, Double> each : counts.entrySet()) {
                require(each.getValue() >= before, "shrinks at " + each.getKey() + " in " + series);
                before = each.getValue();
            }
            require(before == count(series), "has another count than its last bucket in " + series);
        });
    }

    private double count(String series) {
        return samples.stream()
                .filter(sample -> sample.name().endsWith("_count")
                        && sample.without("le").toString().equals(series))
                .mapToDouble(Sample::value)
                .findFirst()
                .orElse(Double.NaN);
    }

    private void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(name + " " + problem);
        }
    }
}
