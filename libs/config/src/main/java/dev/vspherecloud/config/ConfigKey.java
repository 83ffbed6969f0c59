package dev.vspherecloud.config;

import java.util.List;
import java.util.Optional;

/// One key of the configuration. Each program has one closed [KeyTable] of them: the [VcenterKey]s, and its own,
/// usually an enum. Each constant has a [KeyRow], from which all else follows.
///
/// A key's name in INI follows from its name in YAML: `insecureFlag` is `insecure-flag`.
public interface ConfigKey {
    /// Returns the key's row in the table.
    KeyRow row();

    default String yaml() {
        return row().yaml;
    }

    default String ini() {
        return row().ini;
    }

    default KeyForm form() {
        return row().form;
    }

    /// Returns the possible values, lower case; empty if the key is no choice.
    default List<String> choices() {
        return row().choices;
    }

    /// Returns a description of the valid values.
    default String expected() {
        return choices().isEmpty() ? form().expected() : String.join(" or ", choices());
    }

    /// Returns the default as it would be written; empty if there is none.
    default String defaultText() {
        return row().defaultText;
    }

    default Inheritance inheritance() {
        return row().inheritance;
    }

    /// Returns false if the key has no effect here and none in cloud-provider-vsphere (Go).
    default boolean hasEffect() {
        return row().hasEffect;
    }

    default String description() {
        return row().description;
    }

    /// Returns the first version of this project that knows the key.
    default String since() {
        return row().since;
    }

    /// Returns true if cloud-provider-vsphere (Go) does not know the key.
    default boolean isOfThisProject() {
        return row().isOfThisProject;
    }

    /// Returns what to use instead, if the key is deprecated.
    default Optional<String> successor() {
        return row().successor;
    }

    /// Returns the variable that overrides the key in its own section.
    default Optional<KeyVariable> variable() {
        return row().variable;
    }

    /// Returns the variable that overrides the key for one vCenter of the environment.
    default Optional<KeyVariable> indexedVariable() {
        return row().indexedVariable;
    }

    default boolean isIn(Section section) {
        return row().sections.contains(section);
    }
}
