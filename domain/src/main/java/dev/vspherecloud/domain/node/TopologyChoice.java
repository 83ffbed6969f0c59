package dev.vspherecloud.domain.node;

/// Which zone and region a Node is in, or why that is not known.
public sealed interface TopologyChoice {
    record Chosen(String zone, String region) implements TopologyChoice {}

    /// Tags that may decide it are being read.
    record Awaited() implements TopologyChoice {}

    record None(Reason reason) implements TopologyChoice {}
}
