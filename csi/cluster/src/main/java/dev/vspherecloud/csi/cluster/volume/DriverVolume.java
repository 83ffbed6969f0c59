package dev.vspherecloud.csi.cluster.volume;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.util.Optional;

/// A PersistentVolume whose volume this driver serves.
///
/// @param name       the name of the PersistentVolume
/// @param handle     the volume handle; for a volume of the in-tree driver the path of its disk, as in
///     `[datastore] folder/disk.vmdk`
/// @param isMigrated true if the PersistentVolume is one of the in-tree driver. Its volume may never have been
///     registered in CNS
public record DriverVolume(String name, String handle, boolean isMigrated) {
    private static final String DRIVER = "csi.vsphere.vmware.com";

    /// kube-controller-manager writes this annotation.
    private static final String MIGRATED_TO = "pv.kubernetes.io/migrated-to";

    static final ObjectReader<Optional<DriverVolume>> READER = new ObjectReader<>(
            JsonFields.of("metadata.name", "spec.csi.driver", "spec.csi.volumeHandle", "spec.vsphereVolume.volumePath")
                    .and(JsonFields.member(
                            "metadata",
                            JsonFields.member("annotations", JsonFields.member(MIGRATED_TO, JsonFields.ALL)))),
            DriverVolume::read);

    /// Returns the volume of a PersistentVolume; empty if another driver serves it.
    private static Optional<DriverVolume> read(Json volume) {
        String name = volume.find("metadata", "name").asText();
        if (volume.find("spec", "csi", "driver").asText().equals(DRIVER)) {
            return Optional.of(new DriverVolume(
                    name, volume.find("spec", "csi", "volumeHandle").asText(), false));
        }
        String path = volume.find("spec", "vsphereVolume", "volumePath").asText();
        return !path.isEmpty()
                        && volume.find("metadata", "annotations", MIGRATED_TO)
                                .asText()
                                .equals(DRIVER)
                ? Optional.of(new DriverVolume(name, path, true))
                : Optional.empty();
    }
}
