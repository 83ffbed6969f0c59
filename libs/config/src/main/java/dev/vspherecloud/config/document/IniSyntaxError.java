package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigLocation;

/// A syntax error in a line of INI.
///
/// @param place of the character with the error
/// @param message what was found, what was expected, and what to do; shows nothing of the line
record IniSyntaxError(ConfigLocation place, String message) {}
