package dev.vspherecloud.ccm.domain.node;

/// The result of writing to a Node.
public sealed interface WriteOutcome {
    /// The write succeeded.
    ///
    /// @param now the Node after the write
    record Written(NodeView now) implements WriteOutcome {}

    /// The Node changed since it was read. Evaluate it again.
    record Conflict() implements WriteOutcome {}

    /// The Node does not exist any more.
    record Vanished() implements WriteOutcome {}

    /// The API server rejects this write in every case (invalid, forbidden).
    record Refused(String why) implements WriteOutcome {}

    /// The API server could not be reached, or failed, so the outcome is unknown. A retry may succeed.
    ///
    /// @param why a sentence for people
    record Failed(String why) implements WriteOutcome {}
}
