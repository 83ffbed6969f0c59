package dev.vspherecloud.vsphere.client;

import java.util.List;
import java.util.Map;

/// What changed since the version that was asked for.
///
/// @param version to ask with the next time
/// @param truncated whether more is ready: ask again at once. Such a version may be used once only
/// @param missingObjects objects the filters name that are not there, with the type of the fault that says why
public record UpdateSet(
        String version, boolean truncated, List<ObjectUpdate> updates, Map<MoRef, String> missingObjects) {
    public UpdateSet {
        updates = List.copyOf(updates);
        missingObjects = Map.copyOf(missingObjects);
    }
}
