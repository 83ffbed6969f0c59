package dev.vspherecloud.kubernetes.secret;

import java.util.Map;
import java.util.TreeSet;

/// What came of reading a Secret.
public sealed interface SecretReadResult {
    /// @param data            decoded; shown to nobody, [#toString] names the keys only
    /// @param resourceVersion changes whenever the Secret does
    record Found(Map<String, byte[]> data, String resourceVersion) implements SecretReadResult {
        public Found {
            data = Map.copyOf(data);
        }

        @Override
        public String toString() {
            return "Found[keys=" + new TreeSet<>(data.keySet()) + ", resourceVersion=" + resourceVersion + "]";
        }
    }

    /// There is no such Secret.
    record Absent() implements SecretReadResult {}

    /// We may not read it.
    ///
    /// @param message the API server's own, which names us and the missing right
    record Denied(String message) implements SecretReadResult {}

    /// The API server gave no answer; whatever was read before may still hold. Told by [SecretWatch] only.
    record Unanswered(String message) implements SecretReadResult {}
}
