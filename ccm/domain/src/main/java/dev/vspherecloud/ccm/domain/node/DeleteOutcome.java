package dev.vspherecloud.ccm.domain.node;

/// What the API server said to a delete.
public sealed interface DeleteOutcome {
    /// The Node is gone, or goes once its finalizers are done.
    record Deleted() implements DeleteOutcome {}

    /// The Node changed since it was seen, or is another of the same name: look at it again.
    record Conflict() implements DeleteOutcome {}

    /// There is no such Node any more.
    record Vanished() implements DeleteOutcome {}

    /// It was not deleted, or nobody knows.
    ///
    /// @param why a sentence for people
    record Failed(String why) implements DeleteOutcome {}
}
