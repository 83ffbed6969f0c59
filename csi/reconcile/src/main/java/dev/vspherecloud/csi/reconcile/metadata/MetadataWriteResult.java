package dev.vspherecloud.csi.reconcile.metadata;

/// The result of a change in CNS.
public sealed interface MetadataWriteResult {
    /// CNS did what it was asked to, or had done it before.
    record Done() implements MetadataWriteResult {}

    /// CNS does not have the volume, or vCenter does not have the disk.
    record NotFound(String problem) implements MetadataWriteResult {}

    /// vCenter refused. It probably refuses the same change again.
    record Refused(String problem) implements MetadataWriteResult {}

    /// The answer is not known. Nothing is certain.
    record Failed(String problem) implements MetadataWriteResult {}
}
