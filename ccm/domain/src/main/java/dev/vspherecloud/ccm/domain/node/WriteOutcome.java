package dev.vspherecloud.ccm.domain.node;

/// What the API server said to a write.
public sealed interface WriteOutcome {
    /// @param now the Node after the write
    record Written(NodeView now) implements WriteOutcome {}

    /// The Node changed since it was seen: look at it again.
    record Conflict() implements WriteOutcome {}

    /// There is no such Node any more.
    record Vanished() implements WriteOutcome {}

    /// The API server will never accept this (invalid, forbidden).
    record Refused(String why) implements WriteOutcome {}

    /// The API server could not be asked, or failed: nobody knows whether it was written. Time may heal it.
    ///
    /// @param why a sentence for people
    record Failed(String why) implements WriteOutcome {}
}
