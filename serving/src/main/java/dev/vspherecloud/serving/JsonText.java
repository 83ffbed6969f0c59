package dev.vspherecloud.serving;

import java.util.stream.Collectors;

/// Text as a JSON string.
///
/// Rule from: RFC 8259, section 7.
final class JsonText {
    private JsonText() {}

    static String quoted(String text) {
        return text.chars().mapToObj(JsonText::character).collect(Collectors.joining("", "\"", "\""));
    }

    private static String character(int each) {
        return switch (each) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            default -> each < 0x20 || each == 0x7f ? "\\u%04x".formatted(each) : Character.toString((char) each);
        };
    }
}
