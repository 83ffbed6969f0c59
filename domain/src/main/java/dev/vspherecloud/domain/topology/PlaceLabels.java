package dev.vspherecloud.domain.topology;

import java.util.Map;

/// Labels that name the places a VM is in, on request.
///
/// @param keys the label for each kind of place that is wanted
public record PlaceLabels(Map<Kind, String> keys) {
    public static final PlaceLabels NONE = new PlaceLabels(Map.of());

    /// The places that may be named.
    public enum Kind {
        HOST,
        CLUSTER,
        DATACENTER,
        RESOURCE_POOL,
        FOLDER
    }

    public PlaceLabels {
        keys = Map.copyOf(keys);
    }
}
