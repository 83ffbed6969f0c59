package dev.vspherecloud.serving.auth;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The user that sends a request, as the cluster identifies them.
///
/// @param uid   the uid of the user; empty if there is none
/// @param extra further attributes for the cluster's authorizers, such as the Pod that a token belongs to
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    private static final String AUTHENTICATED = "system:authenticated";
    private static final String UNAUTHENTICATED = "system:unauthenticated";

    /// The user of requests without credentials.
    public static final User ANONYMOUS = new User("system:anonymous", "", List.of(UNAUTHENTICATED), Map.of());

    public User {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    /// Returns this user with the group `system:authenticated`. If the user is already in that group or in
    /// `system:unauthenticated`, returns the same user.
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
