package dev.vspherecloud.csi.cluster.call;

/// The result of deleting an object.
public sealed interface RemovalResult {
    /// The object does not exist any more, or did not exist before.
    record Removed() implements RemovalResult {}

    /// The object may still exist: delete it again.
    ///
    /// @param problem what happened, and what to do if the reader can do something
    record Failed(String problem) implements RemovalResult {}
}
