package dev.vspherecloud.config.document;

import dev.vspherecloud.config.Place;

/// What keeps a line from being INI.
///
/// @param place   of the character at which it goes wrong
/// @param message what was found, what was expected, and what to do; shows nothing of the line
record IniFlaw(Place place, String message) {}
