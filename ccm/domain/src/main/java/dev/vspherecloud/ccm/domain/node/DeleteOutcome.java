package dev.vspherecloud.ccm.domain.node;

/// The result of a request to delete a Node.
public sealed interface DeleteOutcome {
    /// The API server deleted the Node, or will delete it when its finalizers are done.
    record Deleted() implements DeleteOutcome {}

    /// The Node changed since the caller read it, or is another Node of the same name. Evaluate the Node again.
    record Conflict() implements DeleteOutcome {}

    /// The Node does not exist any more.
    record Vanished() implements DeleteOutcome {}

    /// The API server did not delete the Node, or the outcome is unknown.
    ///
    /// @param why a sentence for people
    record Failed(String why) implements DeleteOutcome {}
}
