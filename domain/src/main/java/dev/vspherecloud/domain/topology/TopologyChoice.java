package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.reason.Reason;
import java.util.Optional;

/// Which zone and region a Node is in, or why that is not known.
public sealed interface TopologyChoice {
    /// @param zone   there when a category of zones is configured
    /// @param region there when a category of regions is configured
    record Chosen(Optional<String> zone, Optional<String> region) implements TopologyChoice {}

    /// Tags that may decide it are being read.
    record Awaited() implements TopologyChoice {}

    record None(Reason reason) implements TopologyChoice {}
}
