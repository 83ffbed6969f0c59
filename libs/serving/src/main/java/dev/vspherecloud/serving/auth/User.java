package dev.vspherecloud.serving.auth;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Who asks, as the cluster knows him.
///
/// @param uid   empty when there is none
/// @param extra what the cluster's authorizers may want to know besides, such as the Pod that a token belongs to
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    private static final String AUTHENTICATED = "system:authenticated";
    private static final String UNAUTHENTICATED = "system:unauthenticated";

    /// Whoever shows nothing at all.
    public static final User ANONYMOUS = new User("system:anonymous", "", List.of(UNAUTHENTICATED), Map.of());

    public User {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    /// The same, who has proved who he is.
    ///
    /// Rule from: apiserver, authentication/group/authenticated_group_adder.go.
    User authenticated() {
        boolean isSaid = groups.contains(AUTHENTICATED) || groups.contains(UNAUTHENTICATED);
        return isSaid
                ? this
                : new User(
                        name,
                        uid,
                        Stream.concat(groups.stream(), Stream.of(AUTHENTICATED)).toList(),
                        extra);
    }
}
