package dev.vspherecloud.kubernetes.secret;

import java.util.Map;
import java.util.TreeSet;

/// The result of reading a Secret.
public sealed interface SecretReadResult {
    /// The Secret was read.
    ///
    /// @param data            the decoded data; it is never shown, `toString` names the keys only
    /// @param resourceVersion the version of the Secret, which changes whenever the Secret does
    record Found(Map<String, byte[]> data, String resourceVersion) implements SecretReadResult {
        public Found {
            data = Map.copyOf(data);
        }

        @Override
        public String toString() {
            return "Found[keys=" + new TreeSet<>(data.keySet()) + ", resourceVersion=" + resourceVersion + "]";
        }
    }

    /// The Secret does not exist.
    record Absent() implements SecretReadResult {}

    /// This process may not read the Secret.
    ///
    /// @param message the message of the API server, which names the account and the missing permission
    record Denied(String message) implements SecretReadResult {}

    /// The API server did not answer. The data that was read before may still be valid. Only [SecretWatch]
    /// reports this.
    record Unanswered(String message) implements SecretReadResult {}
}
