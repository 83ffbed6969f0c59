package dev.vspherecloud.testkit.bed;

/// A planted secret that was found in a text. It names the place and never contains the secret.
///
/// @param source the text in which it was found
/// @param line in the source, from 1
/// @param planted the name of the secret
/// @param form how the secret was written, such as `as it is` or `Base64`
record Leak(String source, int line, String planted, String form) {}
