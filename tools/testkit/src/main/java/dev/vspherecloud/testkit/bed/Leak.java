package dev.vspherecloud.testkit.bed;

/// A planted secret that came out. Shows where, never what.
///
/// @param source where it was found
/// @param line in the source, from 1
/// @param planted the name of the secret
/// @param form how it was written, such as `as it is` or `Base64`
record Leak(String source, int line, String planted, String form) {}
