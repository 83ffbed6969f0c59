package dev.vspherecloud.csi.cluster.call;

/// The result of making sure that the cluster has the definition of the records.
public sealed interface RecordDefinitionResult {
    /// The definition was created. The API server may need a second until it serves the records.
    record Created() implements RecordDefinitionResult {}

    /// The definition exists. It was not changed, whichever version it has.
    record Existed() implements RecordDefinitionResult {}

    /// The API server refused, or did not answer.
    ///
    /// @param problem says what to do
    record Failed(String problem) implements RecordDefinitionResult {}
}
