package dev.vspherecloud.ccm.application.print;

import dev.vspherecloud.json.Json;
import java.util.Optional;
import java.util.function.Function;

/// Creates the JSON values that several commands use.
public final class JsonParts {
    private JsonParts() {}

    public static Json text(Object value) {
        return Json.of(value.toString());
    }

    /// Returns the text as JSON, or null if it is empty.
    public static Json textOrNull(String value) {
        return value.isEmpty() ? Json.nothing() : text(value);
    }

    /// Returns the value as JSON, or null if it is empty.
    public static <T> Json optional(Optional<T> value, Function<? super T, ? extends Json> json) {
        return value.<Json>map(json).orElse(Json.nothing());
    }
}
