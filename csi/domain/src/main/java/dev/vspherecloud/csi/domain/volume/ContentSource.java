package dev.vspherecloud.csi.domain.volume;

/// What a new volume is a copy of.
public sealed interface ContentSource {
    /// A snapshot.
    record OfSnapshot(SnapshotHandle snapshot) implements ContentSource {}

    /// Another volume.
    record OfVolume(VolumeHandle.Block volume) implements ContentSource {}
}
