package dev.vspherecloud.ccm.domain.node;

/// The result of a request to write to a Node.
public sealed interface WriteOutcome {
    /// The write succeeded.
    ///
    /// @param now the Node as it is after the write
    record Written(NodeView now) implements WriteOutcome {}

    /// The Node changed since the caller read it. Evaluate the Node again.
    record Conflict() implements WriteOutcome {}

    /// The Node does not exist any more.
    record Vanished() implements WriteOutcome {}

    /// The API server rejected the write as invalid or forbidden, so a retry does not help.
    record Refused(String why) implements WriteOutcome {}

    /// The API server could not be reached, or failed, so the outcome is unknown. A retry may succeed.
    ///
    /// @param why a sentence for people
    record Failed(String why) implements WriteOutcome {}
}
