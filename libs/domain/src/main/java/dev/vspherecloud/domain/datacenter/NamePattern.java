package dev.vspherecloud.domain.datacenter;

import java.util.Optional;
import java.util.regex.Pattern;

/// Converts a pattern for one name to a regular expression: `*`, `?`, `[a-z]`, `[^a-z]`, and `\` before a character
/// without its special meaning.
///
/// Rule from: Go's path.Match, which govmomi applies to each segment of an inventory path.
///
/// Threads: the caller of [#parse], which creates one for each pattern.
final class NamePattern {
    private final int[] pattern;
    private final StringBuilder regex = new StringBuilder();
    private int at;

    private NamePattern(String pattern) {
        this.pattern = pattern.codePoints().toArray();
    }

    static boolean hasWildcard(String text) {
        return text.chars().anyMatch(each -> "*?[\\".indexOf(each) >= 0);
    }

    /// Returns the regular expression; empty if the pattern is malformed, for example without its `]`, or with a
    /// range such as `[z-a]`.
    static Optional<Pattern> parse(String pattern) {
        var parser = new NamePattern(pattern);
        return parser.convert() ? Optional.of(Pattern.compile(parser.regex.toString())) : Optional.empty();
    }

    private boolean convert() {
        while (at < pattern.length) {
            boolean isValid =
                    switch (pattern[at]) {
                        case '*' -> append("[^/]*");
                        case '?' -> append("[^/]");
                        case '[' -> ranges();
                        default -> character("");
                    };
            if (!isValid) {
                return false;
            }
        }
        return true;
    }

    private boolean append(String text) {
        regex.append(text);
        at++;
        return true;
    }

    private boolean ranges() {
        append("[");
        if (is('^')) {
            append("^");
        }
        int first = at;
        while (at == first || !is(']')) {
            if (!range()) {
                return false;
            }
        }
        return append("]");
    }

    /// Converts a character or a range of a class. Behind it must be at least the `]`.
    private boolean range() {
        if (!character("-]")) {
            return false;
        }
        int low = pattern[at - 1];
        if (is('-')) {
            append("-");
            if (!character("-]") || pattern[at - 1] < low) {
                return false;
            }
        }
        return at < pattern.length;
    }

    /// Converts one character, unless it is one of the excluded ones and no `\` is before it.
    private boolean character(String excluded) {
        if (at < pattern.length && excluded.indexOf(pattern[at]) >= 0) {
            return false;
        }
        if (is('\\')) {
            at++;
        }
        return at < pattern.length && append("\\x{%x}".formatted(pattern[at]));
    }

    private boolean is(char character) {
        return at < pattern.length && pattern[at] == character;
    }
}
