package dev.vspherecloud.testkit.script;

/// A response that can harm a client, for example by its size.
///
/// @param name a phrase, for a test's display name
/// @param end what ends the response
public record HostileAnswer(String name, End end, Reply reply) {
    @Override
    public String toString() {
        return name;
    }

    /// What ends the response: nothing is needed, or a deadline, or a limit of the client.
    public enum End {
        /// The response is complete, or breaks off, by itself.
        ITSELF,
        /// Only the client's deadline ends it: the server sends nothing, or sends too slowly.
        DEADLINE,
        /// Only the client's size limit or its deadline ends it: the server sends without end.
        LIMIT
    }
}
