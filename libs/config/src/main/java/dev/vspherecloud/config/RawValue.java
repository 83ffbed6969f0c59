package dev.vspherecloud.config;

import java.util.List;

/// A value as it was written, before anybody asked what it means.
///
/// @param place of the value itself
/// @param items the words of a list; of a text, the one text
public record RawValue(Place place, List<String> items) {
    public RawValue {
        items = List.copyOf(items);
    }

    /// The text, or the words of a list joined by commas.
    public String text() {
        return String.join(",", items);
    }

    /// True when it counts as not given, as an empty text does.
    public boolean isBlank() {
        return text().isBlank();
    }

    /// Shows nothing: this may be a password.
    @Override
    public String toString() {
        return "RawValue[" + place + "]";
    }
}
