package dev.vspherecloud.observability.metrics;

import java.util.Arrays;
import java.util.List;

/// A label of a metric and its possible values. The number of values never grows with the number of Nodes or
/// VMs.
///
/// @param name    the name in the exposition format
/// @param description what the values mean
/// @param values  the known values, for the reference page
/// @param isOpen  true if further values come from the configuration or from a table elsewhere, which bounds
///     them; if false, an unknown value counts as [#OTHER]
public record Label(String name, String description, List<String> values, boolean isOpen) {
    /// The value that replaces unknown values.
    public static final String OTHER = "other";

    public Label {
        values = List.copyOf(values);
    }

    /// Returns a label whose values are bounded elsewhere, for example by the configuration or by the list of
    /// controllers.
    ///
    /// @param values the values that are known here, if any
    public static Label open(String name, String meaning, String... values) {
        return new Label(name, meaning, Arrays.asList(values), true);
    }

    /// Returns a label that has only these values.
    public static Label of(String name, String meaning, String... values) {
        return new Label(name, meaning, Arrays.asList(values), false);
    }

    /// Returns the label value that the metric uses: the given value, or [#OTHER] if it is unknown and the
    /// label is not open.
    String knownValue(String value) {
        return isOpen || values.contains(value) ? value : OTHER;
    }
}
