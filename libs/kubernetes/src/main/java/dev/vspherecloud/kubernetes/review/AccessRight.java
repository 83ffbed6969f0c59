package dev.vspherecloud.kubernetes.review;

/// One verb on one kind of resource, as a role grants it.
///
/// @param group the API group; empty for the core group
/// @param resource with its subresource, as in `nodes/status`
/// @param namespace empty for all
/// @param name empty for any
public record AccessRight(String verb, String group, String resource, String namespace, String name) {}
