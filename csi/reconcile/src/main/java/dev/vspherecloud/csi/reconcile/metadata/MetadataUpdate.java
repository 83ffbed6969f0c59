package dev.vspherecloud.csi.reconcile.metadata;

import dev.vspherecloud.csi.domain.metadata.VolumeEntity;
import java.util.List;

/// A change of the metadata of one volume. It may be empty: then only the description of the cluster is written.
public record MetadataUpdate(String volumeId, List<VolumeEntity> written, List<VolumeEntity> removed) {
    public MetadataUpdate {
        written = List.copyOf(written);
        removed = List.copyOf(removed);
    }
}
