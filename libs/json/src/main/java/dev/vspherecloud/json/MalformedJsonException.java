package dev.vspherecloud.json;

import org.jspecify.annotations.Nullable;

/// Reports that bytes are not the expected JSON. The message names the place in the document and never quotes a
/// value.
public final class MalformedJsonException extends RuntimeException {
    private final String place;
    private final String problem;

    public MalformedJsonException(String problem) {
        this("", problem, null);
    }

    public MalformedJsonException(String problem, @Nullable Throwable cause) {
        this("", problem, cause);
    }

    /// Creates an exception for a value.
    ///
    /// @param place the place of the value, as in `status.addresses[3]`; empty for the whole document
    MalformedJsonException(String place, String problem, @Nullable Throwable cause) {
        super(place.isEmpty() ? problem : place + ": " + problem, cause);
        this.place = place;
        this.problem = problem;
    }

    /// Returns the same exception for a value inside another value.
    ///
    /// @param outer the place of the outer value
    MalformedJsonException within(String outer) {
        return new MalformedJsonException(join(outer, place), problem, getCause());
    }

    /// Joins the place of a value and a place inside that value.
    static String join(String outer, String inner) {
        boolean isApart = !outer.isEmpty() && !inner.isEmpty() && !inner.startsWith("[");
        return outer + (isApart ? "." : "") + inner;
    }
}
