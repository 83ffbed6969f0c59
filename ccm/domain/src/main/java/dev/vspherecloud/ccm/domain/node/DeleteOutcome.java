package dev.vspherecloud.ccm.domain.node;

/// The result of deleting a Node.
public sealed interface DeleteOutcome {
    /// The Node is deleted, or will be as soon as its finalizers are done.
    record Deleted() implements DeleteOutcome {}

    /// The Node changed since it was read, or is another Node of the same name. Evaluate it again.
    record Conflict() implements DeleteOutcome {}

    /// The Node does not exist any more.
    record Vanished() implements DeleteOutcome {}

    /// The Node was not deleted, or the outcome is unknown.
    ///
    /// @param why a sentence for people
    record Failed(String why) implements DeleteOutcome {}
}
