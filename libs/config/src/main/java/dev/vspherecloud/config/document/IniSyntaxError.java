package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigLocation;

/// What keeps a line from being INI.
///
/// @param place   of the character at which it goes wrong
/// @param message what was found, what was expected, and what to do; shows nothing of the line
record IniSyntaxError(ConfigLocation place, String message) {}
