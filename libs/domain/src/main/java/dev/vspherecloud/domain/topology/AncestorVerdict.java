package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.vm.InventoryObject;

/// What was made of a VM or one place above it, on the way to its zone and region.
///
/// @param path from where the place was reached: `vm`, `host`, `pool` or `folder`
/// @param rule in words: what was taken, or why nothing was
public record AncestorVerdict(String path, InventoryObject place, String rule) {}
