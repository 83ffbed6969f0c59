package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigLocation;
import java.util.Optional;

/// The parsed content of one line of INI. For a line with a syntax error, this is the most likely content.
sealed interface IniLine {
    /// A line `[section]` or `[section "name"]`.
    ///
    /// @param section the section as written; empty if it is missing, which is a syntax error
    /// @param name the name without quotes and escapes
    record Header(ConfigLocation place, String section, Optional<String> name, Optional<IniSyntaxError> error)
            implements IniLine {}

    /// A line `key = value`, or a key without a value.
    record Entry(ConfigLocation place, String key, Optional<IniValue> value, Optional<IniSyntaxError> error)
            implements IniLine {}

    /// A line that is neither a section header nor a key, and is not similar to either.
    record Unparsed(IniSyntaxError error) implements IniLine {}
}
