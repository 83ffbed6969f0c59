package dev.vspherecloud.config;

import java.util.List;
import java.util.Locale;

/// A value as it was written, before it is parsed.
///
/// @param place of the value itself
/// @param items the words of a list; of a text, the one text
public record RawValue(ConfigLocation place, List<String> items) {
    private static final int SHOWN = 60;

    /// The text to show in place of a text that [#isEmptyAfterTrim].
    public static final String NOT_SHOWN = "a text that is not shown, since the word \"password\" is in it";

    public RawValue {
        items = List.copyOf(items);
    }

    /// Returns the text, or the words of a list joined by commas.
    public String text() {
        return String.join(",", items);
    }

    /// Returns true if it counts as not given, as an empty text does.
    public boolean isBlank() {
        return text().isBlank();
    }

    /// Shows no content, since this may be a password.
    @Override
    public String toString() {
        return "RawValue[" + place + "]";
    }

    /// Returns a text in a form for people: between quotes, without control characters, not too long.
    public static String printable(String text) {
        if (isEmptyAfterTrim(text)) {
            return NOT_SHOWN;
        }
        String visible = text.replaceAll("\\p{Cntrl}", "?");
        return '"' + (visible.length() <= SHOWN ? visible : visible.substring(0, SHOWN) + "...") + '"';
    }

    /// Returns true if a quote that was not closed may have taken the next lines into this value, a password among
    /// them.
    public static boolean isEmptyAfterTrim(String text) {
        return text.toLowerCase(Locale.ROOT).contains(VcenterKey.PASSWORD.yaml());
    }
}
