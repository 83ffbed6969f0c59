package dev.vspherecloud.testkit.promql;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A query, read.
public sealed interface Expression {
    /// What it comes to at this time.
    Value at(Instant now, Timeline timeline);

    /// All selectors in it.
    Stream<Select> selectors();

    /// All labels by which something in it is aggregated.
    Stream<String> groupings();

    /// Reads a query.
    ///
    /// @throws IllegalArgumentException when it is not of the part of the language that is known here
    static Expression parse(String text) {
        return new Parser(text).whole();
    }

    /// A number that stands there.
    record Constant(double value) implements Expression {
        @Override
        public Value at(Instant now, Timeline timeline) {
            return new Value.Scalar(value);
        }

        @Override
        public Stream<Select> selectors() {
            return Stream.of();
        }

        @Override
        public Stream<String> groupings() {
            return Stream.of();
        }
    }

    /// The time at which it is evaluated, in seconds since 1970: `time()`.
    record Now() implements Expression {
        @Override
        public Value at(Instant now, Timeline timeline) {
            return new Value.Scalar(now.getEpochSecond());
        }

        @Override
        public Stream<Select> selectors() {
            return Stream.of();
        }

        @Override
        public Stream<String> groupings() {
            return Stream.of();
        }
    }

    /// The samples of a metric.
    ///
    /// @param range present where a function wants more than the newest
    record Select(String metric, List<LabelMatcher> matchers, Optional<Duration> range) implements Expression {
        public Select {
            matchers = List.copyOf(matchers);
        }

        boolean matches(Map<String, String> labels) {
            return matchers.stream().allMatch(matcher -> matcher.matches(labels));
        }

        @Override
        public Value.Vector at(Instant now, Timeline timeline) {
            return new Value.Vector(timeline.at(now, metric, this::matches));
        }

        @Override
        public Stream<Select> selectors() {
            return Stream.of(this);
        }

        @Override
        public Stream<String> groupings() {
            return Stream.of();
        }
    }

    /// A function of one selector or expression.
    ///
    /// @param quantile of `histogram_quantile`; 0 for all others
    record Call(String function, double quantile, Expression of) implements Expression {
        @Override
        public Value at(Instant now, Timeline timeline) {
            return Functions.apply(this, now, timeline);
        }

        @Override
        public Stream<Select> selectors() {
            return of.selectors();
        }

        @Override
        public Stream<String> groupings() {
            return of.groupings();
        }
    }

    /// Samples put together.
    ///
    /// @param operator one of `sum`, `max`, `min`, `count`
    /// @param by       the labels that are kept
    record Aggregate(String operator, List<String> by, Expression of) implements Expression {
        public Aggregate {
            by = List.copyOf(by);
        }

        @Override
        public Value at(Instant now, Timeline timeline) {
            var groups = new LinkedHashMap<Map<String, String>, Double>();
            Functions.vector(of.at(now, timeline)).forEach((labels, value) -> {
                var kept = new LinkedHashMap<>(labels);
                kept.keySet().retainAll(by);
                groups.merge(Map.copyOf(kept), operator.equals("count") ? 1 : value, this::together);
            });
            return new Value.Vector(groups);
        }

        private double together(double one, double other) {
            return switch (operator) {
                case "sum", "count" -> one + other;
                case "max" -> Math.max(one, other);
                case "min" -> Math.min(one, other);
                default -> throw new IllegalArgumentException("no aggregation " + operator);
            };
        }

        @Override
        public Stream<Select> selectors() {
            return of.selectors();
        }

        @Override
        public Stream<String> groupings() {
            return Stream.concat(by.stream(), of.groupings());
        }
    }

    /// Two expressions, compared or computed. A comparison keeps the samples of the left side of which it is true.
    record Binary(String operator, Expression left, Expression right) implements Expression {
        @Override
        public Value at(Instant now, Timeline timeline) {
            return Operators.apply(operator, left.at(now, timeline), right.at(now, timeline));
        }

        @Override
        public Stream<Select> selectors() {
            return Stream.concat(left.selectors(), right.selectors());
        }

        @Override
        public Stream<String> groupings() {
            return Stream.concat(left.groupings(), right.groupings());
        }
    }
}
