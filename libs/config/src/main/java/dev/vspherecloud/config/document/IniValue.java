package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigLocation;
import java.util.Optional;

/// The value of an INI key.
///
/// @param place the location of its first character, which may be a quote
/// @param text the value without quotes and escapes
/// @param hasSingleQuotes true if it stands between single quotes, which are a part of the text in INI
/// @param isCutAtComment true if a comment follows that the user may have meant as a part of the value
record IniValue(
        ConfigLocation place,
        String text,
        boolean hasSingleQuotes,
        boolean isCutAtComment,
        Optional<IniSyntaxError> error) {
    /// Returns a text without the content of the value, which may be a password.
    @Override
    public String toString() {
        return "IniValue[" + place + "]";
    }
}
