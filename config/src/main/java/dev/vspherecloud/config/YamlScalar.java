package dev.vspherecloud.config;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Writes single texts so that YAML reads the same texts again.
final class YamlScalar {
    /// Texts that need no quotes anywhere, unless they are one of the words below.
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z/][A-Za-z0-9_./@+-]*");

    /// What YAML 1.1 takes for flags and for nothing.
    private static final Set<String> WORDS = Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null");

    private YamlScalar() {}

    static String of(String text) {
        if (PLAIN.matcher(text).matches() && !WORDS.contains(text.toLowerCase(Locale.ROOT))) {
            return text;
        }
        return text.chars().anyMatch(YamlScalar::needsEscape) ? escaped(text) : "'" + text.replace("'", "''") + "'";
    }

    private static String escaped(String text) {
        var escaped = new StringBuilder("\"");
        text.chars().forEach(each -> {
            switch (each) {
                case '"', '\\' -> escaped.append('\\').append((char) each);
                case '\n' -> escaped.append("\\n");
                case '\r' -> escaped.append("\\r");
                case '\t' -> escaped.append("\\t");
                default -> escaped.append(needsEscape(each) ? "\\u%04x".formatted(each) : (char) each);
            }
        });
        return escaped.append('"').toString();
    }

    /// Controls, line breaks of any kind, and what else YAML 1.1 does not let stand in a text as it is.
    private static boolean needsEscape(int each) {
        return each < 0x20
                || (each >= 0x7f && each < 0xa0)
                || each == 0x2028
                || each == 0x2029
                || each == 0xfeff
                || each >= 0xfffe;
    }
}
