package dev.vspherecloud.csi.cluster.identity;

/// The version of the API server.
public sealed interface ServerVersionResult {
    /// The API server has returned its version.
    ///
    /// @param gitVersion as in `v1.36.3+rke2r1`
    record Known(String gitVersion) implements ServerVersionResult {}

    /// The API server does not tell its version to this client.
    ///
    /// @param problem what happened, and what to do if the reader can do something
    record Refused(String problem) implements ServerVersionResult {}

    /// The API server did not answer.
    ///
    /// @param problem what happened, and what to do if the reader can do something
    record Unread(String problem) implements ServerVersionResult {}
}
