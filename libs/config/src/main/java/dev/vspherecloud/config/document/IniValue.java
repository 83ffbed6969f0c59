package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigLocation;
import java.util.Optional;

/// The value of an INI key.
///
/// @param place of its first character, which may be a quote
/// @param text without quotes and escapes
/// @param isCutAtComment true if a comment follows that may well have been meant as a part of the value
record IniValue(ConfigLocation place, String text, boolean isCutAtComment, Optional<IniSyntaxError> error) {
    /// Shows no content, since this may be a password.
    @Override
    public String toString() {
        return "IniValue[" + place + "]";
    }
}
