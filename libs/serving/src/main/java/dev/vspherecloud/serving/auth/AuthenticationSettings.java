package dev.vspherecloud.serving.auth;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// How it is found out who asks.
///
/// @param kubeconfig            for reviewing tokens and the look-up; empty means the service account of the Pod, and
///                              without one every token is anonymous
/// @param skipLookup            do not read the ConfigMap `kube-system/extension-apiserver-authentication`
/// @param tolerateLookupFailure serve even when that can't be read
/// @param tokenTtl              how long the review of a token counts
/// @param clientAuthorities     who signs client certificates; empty means as that ConfigMap says
public record AuthenticationSettings(
        Optional<Path> kubeconfig,
        boolean skipLookup,
        boolean tolerateLookupFailure,
        Duration tokenTtl,
        Optional<Path> clientAuthorities,
        RequestHeaderSettings requestHeader) {}
