package dev.vspherecloud.testkit.script;

/// One way to hurt a client that asked for a SOAP answer.
///
/// @param name a phrase, for a test's display name
/// @param end what ends it
public record HostileAnswer(String name, End end, Reply reply) {
    @Override
    public String toString() {
        return name;
    }

    /// What a client must bring: nothing, patience it must not have, or a limit.
    public enum End {
        /// The answer is complete, or breaks off, by itself.
        ITSELF,
        /// Only the client's deadline ends it: nothing comes, or too slowly.
        DEADLINE,
        /// Only the client's limit on size or its deadline ends it: there is always more, fast.
        LIMIT
    }
}
