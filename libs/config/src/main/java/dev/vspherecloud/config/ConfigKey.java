package dev.vspherecloud.config;

import java.util.List;
import java.util.Optional;

/// One key of the configuration file. Each program has one closed [KeyTable] of keys: the [VcenterKey]s, and
/// its own keys, usually an enum. Each constant has a [KeyRow], which defines all properties of the key.
///
/// The INI name of a key follows from its YAML name: `insecureFlag` is `insecure-flag`.
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

    /// Returns the possible values of the key in lower case; empty if the key accepts more than a few fixed
    /// words.
    default List<String> choices() {
        return row().choices;
    }

    /// Returns a description of the valid values of the key.
    default String expected() {
        return choices().isEmpty() ? form().expected() : String.join(" or ", choices());
    }

    /// Returns the default value of the key as a user would write it; empty if the key has no default.
    default String defaultText() {
        return row().defaultText;
    }

    default Inheritance inheritance() {
        return row().inheritance;
    }

    /// Returns false if the key has an effect neither in this project nor in cloud-provider-vsphere (Go).
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

    /// Returns what a user should use instead of this key; empty if the key is not deprecated.
    default Optional<String> successor() {
        return row().successor;
    }

    /// Returns the environment variable that overrides the key in its section; empty if there is none.
    default Optional<KeyVariable> variable() {
        return row().variable;
    }

    /// Returns the environment variable `VCENTER_<ID>_<suffix>` that overrides the key for one vCenter; empty
    /// if there is none.
    default Optional<KeyVariable> indexedVariable() {
        return row().indexedVariable;
    }

    default boolean isIn(Section section) {
        return row().sections.contains(section);
    }
}
