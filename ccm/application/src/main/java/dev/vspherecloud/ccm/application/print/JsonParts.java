package dev.vspherecloud.ccm.application.print;

import dev.vspherecloud.json.Json;
import java.util.Optional;
import java.util.function.Function;

/// The values that the JSON of commands is made of.
public final class JsonParts {
    private JsonParts() {}

    public static Json text(Object value) {
        return Json.of(value.toString());
    }

    /// Null when it is empty.
    public static Json textOrNull(String value) {
        return value.isEmpty() ? Json.nothing() : text(value);
    }

    /// Null when there is no value.
    public static <T> Json optional(Optional<T> value, Function<? super T, ? extends Json> json) {
        return value.<Json>map(json).orElse(Json.nothing());
    }
}
