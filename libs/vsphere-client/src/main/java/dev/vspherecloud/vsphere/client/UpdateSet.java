package dev.vspherecloud.vsphere.client;

import java.util.List;
import java.util.Map;

/// The updates since the version in the request.
///
/// @param version the version for the next request
/// @param truncated true if more updates are ready, so that the caller must ask again at once. Such a version
///     may be used once only
/// @param missingObjects objects of the filters that do not exist, each with the type of the fault that says
///     why
public record UpdateSet(
        String version, boolean truncated, List<ObjectUpdate> updates, Map<MoRef, String> missingObjects) {
    public UpdateSet {
        updates = List.copyOf(updates);
        missingObjects = Map.copyOf(missingObjects);
    }
}
