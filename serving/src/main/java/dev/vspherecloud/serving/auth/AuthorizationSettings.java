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
}
