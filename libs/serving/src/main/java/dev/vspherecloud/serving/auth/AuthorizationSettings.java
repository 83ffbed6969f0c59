package dev.vspherecloud.serving.auth;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How it is found out whether somebody may.
///
/// @param kubeconfig       for reviewing access; empty means the service account of the Pod, and without one only what
///                         is always allowed is
/// @param alwaysAllowPaths for everybody; one that ends in `*` stands for all that begin so
/// @param allowedTtl       how long a yes counts
/// @param deniedTtl        how long a no counts
public record AuthorizationSettings(
        Optional<Path> kubeconfig, List<String> alwaysAllowPaths, Duration allowedTtl, Duration deniedTtl) {
    public AuthorizationSettings {
        alwaysAllowPaths = List.copyOf(alwaysAllowPaths);
    }

    /// True if the page is for everybody.
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
