package dev.vspherecloud.observability;

import dev.vspherecloud.json.JsonText;
import dev.vspherecloud.text.VisibleText;

/// Makes any text safe for one log line: characters that are not visible are escaped.
///
/// So a text from outside the program can neither begin a new line nor control a terminal. The escapes are
/// those of Go's `strconv.Quote`, which klog uses.
final class Escapes {
    private static final int NO_CHARACTER = 0xfffd;

    private Escapes() {}

    /// Appends the text between double quotes, with quotes and backslashes inside it escaped.
    static void quote(StringBuilder line, String text) {
        line.append('"');
        append(line, text, true);
        line.append('"');
    }

    /// Appends the text without quotes; characters that are not visible are escaped.
    static void appendPlain(StringBuilder line, String text) {
        append(line, text, false);
    }

    /// Appends the text as a JSON string. An unpaired surrogate becomes U+FFFD.
    static void json(StringBuilder line, String text) {
        JsonText.appendQuoted(line, wellFormed(text), c -> c != NO_CHARACTER && isVisible(c));
    }

    private static String wellFormed(String text) {
        if (text.codePoints().noneMatch(Escapes::isSurrogate)) {
            return text;
        }
        var whole = new StringBuilder(text.length());
        text.codePoints().map(c -> isSurrogate(c) ? NO_CHARACTER : c).forEach(whole::appendCodePoint);
        return whole.toString();
    }

    /// Returns true for an unpaired surrogate.
    private static boolean isSurrogate(int c) {
        return Character.getType(c) == Character.SURROGATE;
    }

    private static void append(StringBuilder line, String text, boolean quoted) {
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (quoted && (c == '"' || c == '\\')) {
                line.append('\\').append((char) c);
            } else if (isVisible(c)) {
                line.appendCodePoint(c);
            } else {
                escape(line, c);
            }
        }
    }

    private static void escape(StringBuilder line, int c) {
        switch (c) {
            case '\n' -> line.append("\\n");
            case '\r' -> line.append("\\r");
            case '\t' -> line.append("\\t");
            default -> line.append((c < 0x80 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x").formatted(c));
        }
    }

    private static boolean isVisible(int c) {
        return switch (Character.getType(c)) {
            case Character.PRIVATE_USE -> false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> VisibleText.isVisible(c);
        };
    }
}
