package dev.vspherecloud.observability.metrics;

import java.util.Arrays;
import java.util.List;

/// A label, and which values it has: never as many as there are Nodes or VMs.
///
/// @param name    as in the text
/// @param meaning of its values
/// @param values  all of them, or empty when they come from the configuration or from a table elsewhere; whatever is
///                not among them counts as [#OTHER]
public record Label(String name, String meaning, List<String> values) {
    /// What no table knows.
    public static final String OTHER = "other";

    public Label {
        values = List.copyOf(values);
    }

    /// One whose values are bounded elsewhere.
    public static Label open(String name, String meaning) {
        return new Label(name, meaning, List.of());
    }

    /// One that has only these values.
    public static Label of(String name, String meaning, String... values) {
        return new Label(name, meaning, Arrays.asList(values));
    }

    /// The value as it is counted.
    String bound(String value) {
        return values.isEmpty() || values.contains(value) ? value : OTHER;
    }
}
