package dev.vspherecloud.config;

import java.util.Comparator;

/// A piece of a text: a key with its value, the head of a section, or all of a section.
///
/// @param start of its first character
/// @param end   behind its last one
record Passage(Place start, Place end, String text) {
    /// Places of one file, from its beginning to its end.
    static final Comparator<Place> ORDER = Comparator.comparingInt(Place::line).thenComparingInt(Place::column);

    boolean contains(Place place) {
        return ORDER.compare(start, place) <= 0 && ORDER.compare(place, end) < 0;
    }

    /// True when this is on the passage's last line, behind it.
    boolean isBefore(Place place) {
        return place.line() == end.line() && ORDER.compare(end, place) <= 0;
    }

    /// Shows nothing: it may hold a password.
    @Override
    public String toString() {
        return "Passage[" + start + "]";
    }
}
