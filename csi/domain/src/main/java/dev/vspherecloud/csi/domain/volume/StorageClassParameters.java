package dev.vspherecloud.csi.domain.volume;

import java.util.Optional;

/// The parameters of a StorageClass that the driver understands.
///
/// @param datastores the datastores that may hold the volume; empty if any may
/// @param storagePolicyName the name of the storage policy in vCenter
/// @param migration the parameters of the in-tree driver; empty if the StorageClass is not one of that driver
/// @param claim the claim for which the provisioner creates the volume, if it sends that
public record StorageClassParameters(
        Optional<NamedDatastores> datastores,
        Optional<String> storagePolicyName,
        Optional<Migration> migration,
        Optional<Claim> claim) {
    /// The parameters of a StorageClass of the in-tree driver, which kube-controller-manager translates.
    ///
    /// @param datastore the name of the datastore, not its URL
    public record Migration(Optional<String> datastore) {}

    /// The PersistentVolumeClaim of the request.
    public record Claim(String namespace, String name) {}
}
