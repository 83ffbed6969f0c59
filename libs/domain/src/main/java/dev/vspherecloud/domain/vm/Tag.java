package dev.vspherecloud.domain.vm;

/// A vSphere tag, with the name of its category.
///
/// @param category the name of the tag's category, as in `k8s-zone`; it serves as the key
/// @param name     the name of the tag, as in `zone-a`; it serves as the value
public record Tag(String category, String name) {}
