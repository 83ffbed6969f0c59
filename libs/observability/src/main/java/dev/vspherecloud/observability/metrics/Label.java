package dev.vspherecloud.observability.metrics;

import java.util.Arrays;
import java.util.List;

/// A label of a metric and its values. There are never as many values as Nodes or VMs.
///
/// @param name    as in the exposition format
/// @param description of its values
/// @param values  the known ones, for the reference page
/// @param isOpen  true if further values come from the configuration or from a table elsewhere, which bounds them;
///                if false, a value that is not known counts as [#OTHER]
public record Label(String name, String description, List<String> values, boolean isOpen) {
    /// The value that replaces unknown values.
    public static final String OTHER = "other";

    public Label {
        values = List.copyOf(values);
    }

    /// Returns a label whose values are bounded elsewhere, such as by the configuration or by the list of
    /// controllers.
    ///
    /// @param values those that are known here, if any
    public static Label open(String name, String meaning, String... values) {
        return new Label(name, meaning, Arrays.asList(values), true);
    }

    /// Returns a label that has only these values.
    public static Label of(String name, String meaning, String... values) {
        return new Label(name, meaning, Arrays.asList(values), false);
    }

    /// Returns the value that the metric uses.
    String knownValue(String value) {
        return isOpen || values.contains(value) ? value : OTHER;
    }
}
