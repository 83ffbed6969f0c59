package dev.vspherecloud.ccm;

import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.GoDuration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The grammar of a flag's value, as pflag reads it.
enum FlagType {
    TEXT("string", "a text"),
    SWITCH("", "true or false"),
    INTEGER("int", "a whole number"),
    DECIMAL("float", "a number"),
    DURATION("duration", "a duration such as 30s or 1m30s"),
    LIST("strings", "words separated by commas"),
    MAP("key=value", "key=value pairs separated by commas"),
    GATES("name=bool", "name=true or name=false, separated by commas"),
    FORM("table|json", "table or json"),
    DIALECT("yaml|ini", "yaml or ini"),
    /// A switch that also takes the words of `--version`.
    RELEASE("", "true, false or raw");

    private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "TRUE", "True");
    private static final Set<String> FALSE = Set.of("0", "f", "F", "false", "FALSE", "False");

    private final String word;
    private final String expected;

    FlagType(String word, String expected) {
        this.word = word;
        this.expected = expected;
    }

    /// What stands after the flag in the help; empty when nothing has to.
    String word() {
        return word;
    }

    /// What fits, in words.
    String expected() {
        return expected;
    }

    /// True when the flag alone means `true`, so that the next argument is never its value.
    boolean isSwitch() {
        return this == SWITCH || this == RELEASE;
    }

    /// True when giving the flag again adds to what was given before.
    boolean isRepeatable() {
        return this == LIST || this == MAP || this == GATES;
    }

    boolean fits(String value) {
        return switch (this) {
            case TEXT, LIST -> true;
            case SWITCH -> bool(value).isPresent();
            case INTEGER -> integer(value).isPresent();
            case DECIMAL -> decimal(value).isPresent();
            case DURATION -> GoDuration.parse(value).isPresent();
            case MAP -> map(value).isPresent();
            case GATES -> map(value).filter(FlagType::areFlags).isPresent();
            case FORM -> value.equals("table") || value.equals("json");
            case DIALECT -> value.isEmpty() || dialect(value).isPresent();
            case RELEASE -> bool(value).isPresent() || value.equals("raw") || value.startsWith("v");
        };
    }

    static Optional<Boolean> bool(String value) {
        return TRUE.contains(value) ? Optional.of(true) : FALSE.contains(value) ? Optional.of(false) : Optional.empty();
    }

    /// As Go reads it: `0x` before hexadecimal, a leading zero before octal.
    static Optional<Integer> integer(String value) {
        try {
            return Optional.of(Integer.decode(value));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    static Optional<Double> decimal(String value) {
        try {
            double number = Double.parseDouble(value);
            return Double.isFinite(number) ? Optional.of(number) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    static Optional<Dialect> dialect(String value) {
        return Arrays.stream(Dialect.values())
                .filter(dialect -> dialect.name().toLowerCase(Locale.ROOT).equals(value))
                .findFirst();
    }

    /// The words, without blanks around them; none of an empty text.
    static List<String> words(String value) {
        return value.isEmpty()
                ? List.of()
                : Arrays.stream(value.split(",", -1)).map(String::strip).toList();
    }

    /// The pairs, in their order; a value may hold further `=`. With a single `=` all commas belong to the value.
    static Optional<Map<String, String>> map(String value) {
        var pairs = new LinkedHashMap<String, String>();
        boolean single = value.indexOf('=') == value.lastIndexOf('=');
        for (String pair : single && !value.isEmpty() ? List.of(value) : words(value)) {
            int equals = pair.indexOf('=');
            if (equals < 0) {
                return Optional.empty();
            }
            pairs.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return Optional.of(pairs);
    }

    private static boolean areFlags(Map<String, String> pairs) {
        return pairs.values().stream().allMatch(value -> bool(value).isPresent());
    }
}
