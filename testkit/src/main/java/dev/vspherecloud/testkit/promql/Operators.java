package dev.vspherecloud.testkit.promql;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Computes and compares. Two vectors meet where all their labels are the same.
final class Operators {
    private static final Set<String> SETS = Set.of("and", "or", "unless");
    private static final Set<String> COMPARISONS = Set.of(">", "<", ">=", "<=", "==", "!=");

    private Operators() {}

    static Value apply(String operator, Value left, Value right) {
        if (SETS.contains(operator)) {
            return sets(operator, Functions.vector(left), Functions.vector(right));
        }
        return switch (left) {
            case Value.Scalar(double one) ->
                switch (right) {
                    case Value.Scalar(double other) ->
                        new Value.Scalar(compute(operator, one, other).orElseThrow());
                    case Value.Vector _ -> throw new IllegalArgumentException("write the number on the right side");
                };
            case Value.Vector(var samples) ->
                switch (right) {
                    case Value.Scalar(double other) -> {
                        var result = new LinkedHashMap<Map<String, String>, Double>();
                        samples.forEach((labels, one) ->
                                compute(operator, one, other).ifPresent(value -> result.put(labels, value)));
                        yield new Value.Vector(result);
                    }
                    case Value.Vector(var others) -> meet(operator, samples, others);
                };
        };
    }

    private static Value meet(
            String operator, Map<Map<String, String>, Double> left, Map<Map<String, String>, Double> right) {
        var result = new LinkedHashMap<Map<String, String>, Double>();
        left.forEach((labels, one) -> Optional.ofNullable(right.get(labels))
                .flatMap(other -> compute(operator, one, other))
                .ifPresent(value -> result.put(labels, value)));
        return new Value.Vector(result);
    }

    private static Value sets(
            String operator, Map<Map<String, String>, Double> left, Map<Map<String, String>, Double> right) {
        var result = new LinkedHashMap<>(left);
        switch (operator) {
            case "and" -> result.keySet().retainAll(right.keySet());
            case "unless" -> result.keySet().removeAll(right.keySet());
            default -> right.forEach(result::putIfAbsent);
        }
        return new Value.Vector(result);
    }

    /// Empty when a comparison is not true.
    private static Optional<Double> compute(String operator, double left, double right) {
        if (COMPARISONS.contains(operator)) {
            return holds(operator, left, right) ? Optional.of(left) : Optional.empty();
        }
        return Optional.of(
                switch (operator) {
                    case "+" -> left + right;
                    case "-" -> left - right;
                    case "*" -> left * right;
                    case "/" -> left / right;
                    default -> throw new IllegalArgumentException("no operator " + operator);
                });
    }

    private static boolean holds(String operator, double left, double right) {
        return switch (operator) {
            case ">" -> left > right;
            case "<" -> left < right;
            case ">=" -> left >= right;
            case "<=" -> left <= right;
            case "==" -> left == right;
            default -> left != right;
        };
    }
}
