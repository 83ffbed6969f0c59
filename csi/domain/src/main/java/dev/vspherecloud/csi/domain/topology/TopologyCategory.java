package dev.vspherecloud.csi.domain.topology;

/// A tag category of vCenter, and the label of Nodes that has its value.
public record TopologyCategory(String name, String labelKey) {}
