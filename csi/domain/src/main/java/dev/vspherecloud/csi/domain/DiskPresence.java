package dev.vspherecloud.csi.domain;

/// Says if the disk of a volume exists, by what else than CNS knows of it. That CNS does not list a volume says nothing
/// about its disk: CNS may have forgotten it.
///
/// Rule from: csi-production 14, scenario 7.
public sealed interface DiskPresence {
    /// The disk exists.
    ///
    /// @param evidence where it was found, as part of a sentence: `datastore datastore-12 of vCenter vc-a has its
    ///     disk`
    record Present(String evidence) implements DiskPresence {
        /// Returns what is known of the volume, without an end, so that a reason or a remedy can follow.
        public String sentence(String volumeId) {
            return "CNS does not list volume %s, and %s".formatted(volumeId, evidence);
        }
    }

    /// Everything that could have the disk was asked, and does not have it.
    record Absent() implements DiskPresence {}

    /// Something that could have the disk cannot be asked.
    ///
    /// @param why what, and why
    record Unknown(String why) implements DiskPresence {
        /// Returns what is not known of the volume, and why.
        public String sentence(String volumeId) {
            return "CNS does not list volume %s, and it is not known whether its disk exists: %s"
                    .formatted(volumeId, why);
        }
    }
}
