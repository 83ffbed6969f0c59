package dev.vspherecloud.config;

import java.util.List;
import java.util.Optional;

/// One key of the configuration. Each program has one closed [KeyTable] of them: the [VcenterKey]s, and its
/// own, usually an enum. Its constants say what they are with a [KeyRow], and all else follows from that.
///
/// A key's name in INI follows from its name in YAML: `insecureFlag` is `insecure-flag`.
public interface ConfigKey {
    /// What the table says of it.
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

    /// The words it is one of, lower case; empty when it is no choice.
    default List<String> choices() {
        return row().choices;
    }

    /// What fits, in words.
    default String expected() {
        return choices().isEmpty() ? form().expected() : String.join(" or ", choices());
    }

    /// As it would be written; empty when there is no default.
    default String defaultText() {
        return row().standard;
    }

    default Inheritance inheritance() {
        return row().inheritance;
    }

    /// False when giving the key does nothing, and does nothing in the Go program.
    default boolean hasEffect() {
        return row().hasEffect;
    }

    default String meaning() {
        return row().meaning;
    }

    /// The first version of ours that knows the key.
    default String since() {
        return row().since;
    }

    /// True when the Go program does not know the key.
    default boolean isOurs() {
        return row().ours;
    }

    /// What to use instead, if the key is on its way out.
    default Optional<String> successor() {
        return row().successor;
    }

    /// The variable that overrides the key in its own section.
    default Optional<KeyVariable> variable() {
        return row().variable;
    }

    /// The variable that overrides the key for one vCenter of the environment.
    default Optional<KeyVariable> indexedVariable() {
        return row().indexedVariable;
    }

    default boolean isIn(Section section) {
        return row().sections.contains(section);
    }
}
