package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigLocation;
import java.util.Optional;

/// The content of a line of an INI text. A line with a flaw has the content that it most likely would have
/// without.
sealed interface IniLine {
    /// `[section]` or `[section "name"]`
    ///
    /// @param section as written; empty if there is none, which is then the flaw
    /// @param name without quotes and escapes
    record Header(ConfigLocation place, String section, Optional<String> name, Optional<IniSyntaxError> error)
            implements IniLine {}

    /// `key = value`, or a bare `key`.
    record Entry(ConfigLocation place, String key, Optional<IniValue> value, Optional<IniSyntaxError> error)
            implements IniLine {}

    /// Neither of the two, and not similar to either.
    record Unparsed(IniSyntaxError error) implements IniLine {}
}
