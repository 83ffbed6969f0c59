package dev.vspherecloud.vsphere.client;

import java.util.Optional;
import java.util.UUID;

/// A vCenter's front door: its singletons, and who it is.
public record ServiceContent(
        MoRef rootFolder,
        MoRef propertyCollector,
        MoRef viewManager,
        Optional<MoRef> searchIndex,
        MoRef sessionManager,
        Optional<MoRef> eventManager,
        Optional<MoRef> taskManager,
        About about) {
    /// What a vCenter says of itself.
    ///
    /// @param version the product's, as in `8.0.3`
    /// @param apiVersion the newest vim25 it offers, as in `8.0.3.0`
    /// @param instanceUuid of this installation; a vCenter restored from a backup keeps it
    public record About(String name, String version, String build, String apiVersion, UUID instanceUuid) {}
}
