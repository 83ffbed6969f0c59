package dev.vspherecloud.json;

import dev.vspherecloud.text.VisibleText;
import java.util.function.IntPredicate;

/// Writes text as a JSON string.
///
/// Rule from: RFC 8259, section 7.
public final class JsonText {
    private JsonText() {}

    /// Returns the text between quotes; characters that are not visible are escaped, so that a terminal
    /// can show it.
    public static String quoted(String text) {
        var quoted = new StringBuilder(text.length() + 2);
        appendQuoted(quoted, text);
        return quoted.toString();
    }

    static void appendQuoted(StringBuilder line, String text) {
        appendQuoted(line, text, VisibleText::isVisible);
    }

    /// Appends the text between quotes.
    ///
    /// @param isPlain returns true for a code point that is not escaped
    public static void appendQuoted(StringBuilder line, String text, IntPredicate isPlain) {
        line.append('"');
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (c == '"' || c == '\\') {
                line.append('\\').append((char) c);
            } else if (isPlain.test(c)) {
                line.appendCodePoint(c);
            } else {
                appendEscape(line, c);
            }
        }
        line.append('"');
    }

    private static void appendEscape(StringBuilder line, int c) {
        switch (c) {
            case '\n' -> line.append("\\n");
            case '\r' -> line.append("\\r");
            case '\t' -> line.append("\\t");
            default -> {
                for (char unit : Character.toChars(c)) {
                    line.append("\\u%04x".formatted((int) unit));
                }
            }
        }
    }
}
