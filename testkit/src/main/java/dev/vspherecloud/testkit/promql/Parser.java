package dev.vspherecloud.testkit.promql;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads a query, from left to right.
///
/// Threads: one, once.
final class Parser {
    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(\"(?:[^\"\\\\]|\\\\.)*\"|[0-9]+(?:\\.[0-9]+)?(?:[smhd]\\b)?|[a-zA-Z_:][a-zA-Z0-9_:]*|=~|!~|!=|==|>=|<=|[-+*/<>=(){}\\[\\],])");

    private static final Map<String, Integer> STRENGTH = Map.ofEntries(
            Map.entry("or", 1),
            Map.entry("and", 2),
            Map.entry("unless", 2),
            Map.entry("==", 3),
            Map.entry("!=", 3),
            Map.entry(">", 3),
            Map.entry("<", 3),
            Map.entry(">=", 3),
            Map.entry("<=", 3),
            Map.entry("+", 4),
            Map.entry("-", 4),
            Map.entry("*", 5),
            Map.entry("/", 5));

    private static final Set<String> AGGREGATIONS = Set.of("sum", "max", "min", "count");
    private static final Set<String> FUNCTIONS =
            Set.of("rate", "increase", "max_over_time", "absent", "histogram_quantile");

    private final String text;
    private final List<String> tokens = new ArrayList<>();
    private int next;

    Parser(String text) {
        this.text = text;
        Matcher token = TOKEN.matcher(text);
        int end = 0;
        while (end < text.length() && !text.substring(end).isBlank()) {
            if (!token.find(end) || token.start() != end) {
                throw new IllegalArgumentException("can't be read at %d: %s".formatted(end, text));
            }
            tokens.add(token.group(1));
            end = token.end();
        }
    }

    Expression whole() {
        Expression expression = binary(1);
        if (next < tokens.size()) {
            throw unexpected();
        }
        return expression;
    }

    private Expression binary(int weakest) {
        Expression left = operand();
        while (STRENGTH.getOrDefault(peek(), 0) >= weakest) {
            String operator = take();
            left = new Expression.Binary(operator, left, binary(STRENGTH.getOrDefault(operator, 0) + 1));
        }
        return left;
    }

    private Expression operand() {
        String token = take();
        if (token.equals("(")) {
            Expression inner = binary(1);
            expect(")");
            return inner;
        }
        if (AGGREGATIONS.contains(token)) {
            return aggregate(token);
        }
        if (FUNCTIONS.contains(token)) {
            return call(token);
        }
        if (token.equals("time")) {
            expect("(");
            expect(")");
            return new Expression.Now();
        }
        if (Character.isDigit(token.charAt(0))) {
            return new Expression.Constant(Double.parseDouble(token));
        }
        if (Character.isLetter(token.charAt(0))) {
            return select(token);
        }
        throw unexpected();
    }

    private Expression aggregate(String operator) {
        List<String> by = List.of();
        if (peek().equals("by")) {
            take();
            by = names();
        }
        expect("(");
        Expression of = binary(1);
        expect(")");
        return new Expression.Aggregate(operator, by, of);
    }

    private List<String> names() {
        var names = new ArrayList<String>();
        expect("(");
        while (!peek().equals(")")) {
            names.add(take());
            if (peek().equals(",")) {
                take();
            }
        }
        expect(")");
        return names;
    }

    private Expression call(String function) {
        double quantile = 0;
        expect("(");
        if (function.equals("histogram_quantile")) {
            quantile = Double.parseDouble(take());
            expect(",");
        }
        Expression of = binary(1);
        expect(")");
        return new Expression.Call(function, quantile, of);
    }

    private Expression select(String metric) {
        var matchers = new ArrayList<LabelMatcher>();
        if (peek().equals("{")) {
            take();
            while (!peek().equals("}")) {
                matchers.add(new LabelMatcher(take(), take(), unquoted(take())));
                if (peek().equals(",")) {
                    take();
                }
            }
            expect("}");
        }
        Optional<Duration> range = Optional.empty();
        if (peek().equals("[")) {
            take();
            range = Optional.of(duration(take()));
            expect("]");
        }
        return new Expression.Select(metric, matchers, range);
    }

    private String unquoted(String token) {
        if (!token.startsWith("\"")) {
            throw unexpected();
        }
        return token.substring(1, token.length() - 1).replace("\\\\", "\\");
    }

    /// As in `15m`.
    static Duration duration(String text) {
        return Duration.parse((text.endsWith("d") ? "P" : "PT") + text);
    }

    private String peek() {
        return next < tokens.size() ? tokens.get(next) : "";
    }

    private String take() {
        if (next == tokens.size()) {
            throw new IllegalArgumentException("ends too early: " + text);
        }
        return tokens.get(next++);
    }

    private void expect(String token) {
        if (!peek().equals(token)) {
            throw unexpected();
        }
        next++;
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("\"%s\" (token %d) is not expected: %s".formatted(peek(), next, text));
    }
}
