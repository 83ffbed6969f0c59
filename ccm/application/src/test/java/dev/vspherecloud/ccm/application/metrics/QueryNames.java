package dev.vspherecloud.ccm.application.metrics;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The names in a PromQL expression. promtool checks the syntax.
///
/// @param selectors each metric, as often as the expression contains it, with the labels that select it
/// @param groupings labels of `by`
record QueryNames(List<Selector> selectors, Set<String> groupings) {
    private static final Pattern TEXT = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern RANGE = Pattern.compile("\\[[^\\]]*]");
    private static final Pattern GROUPING = Pattern.compile("\\bby\\s*\\(([^)]*)\\)");
    private static final Pattern LABEL = Pattern.compile("[a-zA-Z_]\\w*");
    private static final Pattern SELECTOR =
            Pattern.compile("(?<!\\w)([a-zA-Z_:][\\w:]*)(?!\\w|\\s*\\()(?:\\{([^}]*)})?");
    private static final Set<String> OPERATORS = Set.of("and", "or", "unless");

    /// @param labels the labels that select the metric
    record Selector(String metric, Set<String> labels) {}

    static QueryNames of(String query) {
        String plain = RANGE.matcher(TEXT.matcher(query).replaceAll("")).replaceAll("");
        Set<String> groupings = GROUPING.matcher(plain)
                .results()
                .flatMap(found -> labels(found.group(1)))
                .collect(Collectors.toSet());
        return new QueryNames(
                SELECTOR.matcher(GROUPING.matcher(plain).replaceAll(""))
                        .results()
                        .filter(found -> !OPERATORS.contains(found.group(1)))
                        .map(found -> new Selector(
                                found.group(1),
                                found.group(2) == null
                                        ? Set.of()
                                        : labels(found.group(2)).collect(Collectors.toSet())))
                        .toList(),
                groupings);
    }

    private static Stream<String> labels(String list) {
        return LABEL.matcher(list).results().map(java.util.regex.MatchResult::group);
    }

    Stream<String> labels() {
        return Stream.concat(selectors.stream().flatMap(each -> each.labels().stream()), groupings.stream());
    }
}
