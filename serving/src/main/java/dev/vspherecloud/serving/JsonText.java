package dev.vspherecloud.serving;

import java.util.stream.Collectors;

/// Text as a JSON string, for what clients read. Log lines have an escape of their own, which hides more.
///
/// Rule from: RFC 8259, section 7.
public final class JsonText {
    private JsonText() {}

    public static String quoted(String text) {
        return text.chars().mapToObj(JsonText::character).collect(Collectors.joining("", "\"", "\""));
    }

    private static String character(int each) {
        return switch (each) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            default -> Character.isISOControl(each) ? "\\u%04x".formatted(each) : Character.toString((char) each);
        };
    }
}
