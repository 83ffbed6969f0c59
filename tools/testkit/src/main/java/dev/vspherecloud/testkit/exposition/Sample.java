package dev.vspherecloud.testkit.exposition;

import java.util.Map;
import java.util.TreeMap;

/// One line with a value.
///
/// @param name   with the suffix of its line, as in `…_bucket`
/// @param labels by name
public record Sample(String name, Map<String, String> labels, double value) {
    public Sample {
        labels = Map.copyOf(labels);
    }

    /// Returns its labels without this one.
    public Map<String, String> without(String label) {
        var rest = new TreeMap<>(labels);
        rest.remove(label);
        return rest;
    }
}
