package dev.vspherecloud.testkit.servers;

import java.util.List;
import java.util.UUID;

/// A user of the API server, with a bearer token.
///
/// @param name as RBAC knows it, such as `system:serviceaccount:kube-system:cloud-controller-manager`
/// @param token proves the user
/// @param groups may be empty; `system:masters` has all rights
public record KubeUser(String name, String token, List<String> groups) {
    public KubeUser {
        groups = List.copyOf(groups);
    }

    /// A user with a fresh token and only the rights that RBAC objects give.
    public static KubeUser named(String name) {
        return new KubeUser(name, UUID.randomUUID().toString(), List.of());
    }

    static KubeUser admin() {
        return new KubeUser("admin", UUID.randomUUID().toString(), List.of("system:masters"));
    }

    /// Returns the line of this user in the API server's token file.
    String line() {
        return "%s,%s,%s,\"%s\"".formatted(token, name, name, String.join(",", groups));
    }

    @Override
    public String toString() {
        return name;
    }
}
