package dev.vspherecloud.csi.domain;

/// The result of writing a record.
public sealed interface WriteResult {
    /// The record was written.
    ///
    /// @param version the new resourceVersion
    record Written(String version) implements WriteResult {}

    /// The record has changed since it was read, or exists already: another process works on the same operation.
    record Conflict() implements WriteResult {}

    /// No answer arrived. The record may have been written.
    record Lost(String problem) implements WriteResult {}

    /// The API server refused the record: nothing was written.
    record Refused(String problem) implements WriteResult {}
}
