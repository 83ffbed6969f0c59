package dev.vspherecloud.serving.auth;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The settings for the authorization of requests.
///
/// @param kubeconfig       the kubeconfig for access reviews; empty means the service account of the Pod.
///     Without a service account, only what is always allowed is allowed
/// @param alwaysAllowPaths paths that every client may see; a path that ends in `*` matches every path with
///     that prefix
/// @param allowedTtl       how long the verdict "allowed" is cached
/// @param deniedTtl        how long the verdict "denied" is cached
public record AuthorizationSettings(
        Optional<Path> kubeconfig, List<String> alwaysAllowPaths, Duration allowedTtl, Duration deniedTtl) {
    public AuthorizationSettings {
        alwaysAllowPaths = List.copyOf(alwaysAllowPaths);
    }

    /// Returns true if every client may see the page.
    ///
    /// Rule from: apiserver, authorization/path (NewAuthorizer).
    boolean alwaysAllows(String path) {
        String page = withoutSlash(path);
        return alwaysAllowPaths.stream()
                .map(AuthorizationSettings::withoutSlash)
                .anyMatch(pattern -> pattern.endsWith("*")
                        ? page.startsWith(pattern.substring(0, pattern.length() - 1))
                        : page.equals(pattern));
    }

    private static String withoutSlash(String path) {
        return path.startsWith("/") ? path.substring(1) : path;
    }
}
