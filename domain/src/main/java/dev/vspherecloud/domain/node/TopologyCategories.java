package dev.vspherecloud.domain.node;

/// The tag categories whose tags name a Node's zone and region.
///
/// @param zone   category name, compared exactly
/// @param region category name, compared exactly
public record TopologyCategories(String zone, String region) {}
