package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigLocation;

/// A syntax error in a line of INI.
///
/// @param place the location of the wrong character
/// @param message the found text, the expected text, and what to do; shows nothing of the line
record IniSyntaxError(ConfigLocation place, String message) {}
