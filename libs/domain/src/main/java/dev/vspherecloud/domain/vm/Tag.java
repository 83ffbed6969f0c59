package dev.vspherecloud.domain.vm;

/// A vSphere tag by its names.
///
/// @param category name of the tag's category, which is the key, as in `k8s-zone`
/// @param name     name of the tag, which is the value, as in `zone-a`
public record Tag(String category, String name) {}
