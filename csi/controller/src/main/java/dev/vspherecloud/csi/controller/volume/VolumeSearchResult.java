package dev.vspherecloud.csi.controller.volume;

/// The result of looking for a volume.
public sealed interface VolumeSearchResult {
    /// The volume exists.
    record Found() implements VolumeSearchResult {}

    /// No vCenter has the volume. All have answered.
    record NotFound() implements VolumeSearchResult {}

    /// A vCenter did not answer, so that nothing is certain.
    ///
    /// @param why a sentence for the caller
    record Unknown(String why) implements VolumeSearchResult {}
}
