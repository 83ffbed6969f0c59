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
    record Present(String evidence) implements DiskPresence {}

    /// Everything that could have the disk was asked, and does not have it.
    record Absent() implements DiskPresence {}

    /// Something that could have the disk cannot be asked.
    ///
    /// @param why what, and why
    record Unknown(String why) implements DiskPresence {}
}
