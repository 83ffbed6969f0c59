package dev.vspherecloud.observability.metrics;

import java.util.Arrays;
import java.util.List;

/// A label, and which values it has: never as many as there are Nodes or VMs.
///
/// @param name    as in the text
/// @param meaning of its values
/// @param values  the known ones, for the reference page
/// @param isOpen  true when further values come from the configuration or from a table elsewhere, which bounds them;
///                if false, whatever is not among the known ones counts as [#OTHER]
public record Label(String name, String meaning, List<String> values, boolean isOpen) {
    /// What no table knows.
    public static final String OTHER = "other";

    public Label {
        values = List.copyOf(values);
    }

    /// One whose values are bounded elsewhere, as by the configuration or by the list of controllers.
    ///
    /// @param values those that are known here, if any
    public static Label open(String name, String meaning, String... values) {
        return new Label(name, meaning, Arrays.asList(values), true);
    }

    /// One that has only these values.
    public static Label of(String name, String meaning, String... values) {
        return new Label(name, meaning, Arrays.asList(values), false);
    }

    /// The value as it is counted.
    String bound(String value) {
        return isOpen || values.contains(value) ? value : OTHER;
    }
}
