package dev.vspherecloud.csi.domain.metadata;

import java.util.List;

/// What becomes of the metadata of a volume whose PersistentVolume was deleted.
public sealed interface ReleaseDecision {
    /// Nothing. The provisioner deletes the volume, or the driver does not handle volumes of this form.
    record Leave() implements ReleaseDecision {}

    /// The entities of this PersistentVolume go, and the volume stays for others.
    record RemoveEntities(List<VolumeEntity> entities) implements ReleaseDecision {
        public RemoveEntities {
            entities = List.copyOf(entities);
        }
    }

    /// CNS forgets the volume. Its disk stays.
    record Unregister() implements ReleaseDecision {}
}
