package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigLocation;
import java.util.Optional;

/// What a line of an INI text says. A line with a flaw says what it most likely would without.
sealed interface IniLine {
    /// `[section]` or `[section "name"]`
    ///
    /// @param section as written; empty when there is none, which is then the flaw
    /// @param name    as it is meant, without quotes
    record Header(ConfigLocation place, String section, Optional<String> name, Optional<IniSyntaxError> flaw)
            implements IniLine {}

    /// `key = value`, or a bare `key`.
    record Entry(ConfigLocation place, String key, Optional<IniValue> value, Optional<IniSyntaxError> flaw)
            implements IniLine {}

    /// Neither of the two, not even nearly.
    record Stray(IniSyntaxError flaw) implements IniLine {}
}
