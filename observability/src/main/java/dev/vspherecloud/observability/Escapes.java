package dev.vspherecloud.observability;

/// Makes any text safe to be part of one log line: what cannot be seen is written as an escape.
///
/// So a text from outside can neither begin a line of its own nor steer a terminal. The escapes are those of Go's
/// `strconv.Quote`, which klog uses.
final class Escapes {
    private Escapes() {}

    /// Appends the text between double quotes, with quotes and backslashes inside it escaped.
    static void quote(StringBuilder line, String text) {
        line.append('"');
        append(line, text, true);
        line.append('"');
    }

    /// Appends the text as it is, but for characters that cannot be seen.
    static void plain(StringBuilder line, String text) {
        append(line, text, false);
    }

    /// Appends the text as a JSON string. Whatever is no character at all becomes U+FFFD.
    ///
    /// Rule from: RFC 8259, section 7.
    static void json(StringBuilder line, String text) {
        line.append('"');
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (c == '"' || c == '\\') {
                line.append('\\').append((char) c);
            } else if (isVisible(c)) {
                line.appendCodePoint(c);
            } else {
                jsonEscape(line, c);
            }
        }
        line.append('"');
    }

    private static void jsonEscape(StringBuilder line, int c) {
        switch (c) {
            case '\n' -> line.append("\\n");
            case '\r' -> line.append("\\r");
            case '\t' -> line.append("\\t");
            default -> {
                int shown = Character.getType(c) == Character.SURROGATE ? 0xfffd : c;
                for (char unit : Character.toChars(shown)) {
                    line.append("\\u%04x".formatted((int) unit));
                }
            }
        }
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
        if (c < 0x7f) {
            return c >= ' ';
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.SPACE_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
