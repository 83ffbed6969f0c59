package dev.vspherecloud.serving.auth;

import java.util.List;
import java.util.Map;

/// Who asks, as the cluster knows him.
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    /// Whoever shows nothing at all.
    public static final User ANONYMOUS = new User("system:anonymous", "", List.of("system:unauthenticated"), Map.of());

    public User {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }
}
