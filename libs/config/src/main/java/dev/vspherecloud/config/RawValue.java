package dev.vspherecloud.config;

import dev.vspherecloud.text.VisibleText;
import java.util.List;
import java.util.Locale;

/// The value of a key as written, before it is parsed.
///
/// @param place the location of the value, not of its key
/// @param items the items of a list; for a text, only that text
public record RawValue(ConfigLocation place, List<String> items) {
    private static final int SHOWN = 60;

    /// The text that a message shows in place of a value that may contain a password, see [#mayContainPassword].
    public static final String NOT_SHOWN = "a text that is not shown, since the word \"password\" is in it";

    public RawValue {
        items = List.copyOf(items);
    }

    /// Returns the text, or the words of a list joined by commas.
    public String text() {
        return String.join(",", items);
    }

    /// Returns true if the value is blank. A blank value counts as not given.
    public boolean isBlank() {
        return text().isBlank();
    }

    /// Returns a text without the content of the value, which may be a password.
    @Override
    public String toString() {
        return "RawValue[" + place + "]";
    }

    /// Returns a text in the form that messages show: between quotes, with `?` for what is not visible, and cut if it
    /// is long. A text that may contain a password is replaced.
    public static String printable(String text) {
        if (mayContainPassword(text)) {
            return NOT_SHOWN;
        }
        String visible = VisibleText.of(text);
        return '"' + (visible.length() <= SHOWN ? visible : visible.substring(0, SHOWN) + "...") + '"';
    }

    /// Returns true if the text contains the word "password". Such a text may include the following lines of
    /// the file, because a quote was not closed, and so a password.
    public static boolean mayContainPassword(String text) {
        return text.toLowerCase(Locale.ROOT).contains(VcenterKey.PASSWORD.yaml());
    }
}
