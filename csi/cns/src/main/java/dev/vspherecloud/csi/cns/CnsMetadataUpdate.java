package dev.vspherecloud.csi.cns;

/// A change of the metadata of one volume. vCenter merges it with what it has: an entity of the same cluster,
/// type, name and namespace is replaced, or removed if it is marked as deleted.
///
/// @param metadata for a block volume with at most one entity of each type and cluster, whether it is written or
///     removed
public record CnsMetadataUpdate(CnsVolumeId volume, CnsVolumeMetadata metadata) {
    public CnsMetadataUpdate {
        if (!volume.isFile()) {
            metadata.requireOneOfEach();
        }
    }
}
