package dev.vspherecloud.config;

import java.nio.file.Path;

/// A file with certificates of authorities.
///
/// @param digest SHA-256 of its content in hex digits: a bundle that was replaced is another configuration
public record CaFile(Path path, String digest) {}
