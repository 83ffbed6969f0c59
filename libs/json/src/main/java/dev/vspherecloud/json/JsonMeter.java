package dev.vspherecloud.json;

import java.io.IOException;

/// Charges a budget for the values that a [JsonReader] creates: a document of a few bytes for each value becomes
/// objects that take many times its size.
@FunctionalInterface
public interface JsonMeter {
    /// Charges the budget, before the value is created.
    ///
    /// @param bytes about the bytes of the heap that the value takes
    /// @throws IOException if that is too much; it becomes the cause of the [MalformedJsonException]
    void charge(long bytes) throws IOException;
}
