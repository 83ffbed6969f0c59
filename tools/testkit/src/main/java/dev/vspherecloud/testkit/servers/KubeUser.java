package dev.vspherecloud.testkit.servers;

import java.util.List;
import java.util.UUID;

/// Somebody who may call the API server, by bearer token.
///
/// @param name as RBAC knows it, such as `system:serviceaccount:kube-system:cloud-controller-manager`
/// @param token what proves it
/// @param groups may be empty; `system:masters` may do everything
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

    /// A line of the API server's token file.
    String line() {
        return "%s,%s,%s,\"%s\"".formatted(token, name, name, String.join(",", groups));
    }

    @Override
    public String toString() {
        return name;
    }
}
