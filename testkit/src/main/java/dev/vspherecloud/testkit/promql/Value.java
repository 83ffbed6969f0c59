package dev.vspherecloud.testkit.promql;

import java.util.Map;

/// What an expression comes to.
public sealed interface Value {
    record Scalar(double number) implements Value {}

    /// @param samples by their labels; empty when nothing is so
    record Vector(Map<Map<String, String>, Double> samples) implements Value {
        public Vector {
            samples = Map.copyOf(samples);
        }
    }
}
