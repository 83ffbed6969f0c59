package dev.vspherecloud.serving.auth;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The settings for the authentication of requests.
///
/// @param kubeconfig            the kubeconfig for token reviews and for reading the ConfigMap; empty means the
///     service account of the Pod. Without a service account, every request with a token is anonymous
/// @param skipLookup            true to leave out reading the ConfigMap
///     `kube-system/extension-apiserver-authentication`
/// @param tolerateLookupFailure true to serve even if that ConfigMap cannot be read
/// @param tokenTtl              how long the result of a token review is cached
/// @param clientCaFile     a file with the CA certificates for client certificates; empty means those in that
///     ConfigMap
public record AuthenticationSettings(
        Optional<Path> kubeconfig,
        boolean skipLookup,
        boolean tolerateLookupFailure,
        Duration tokenTtl,
        Optional<Path> clientCaFile,
        RequestHeaderSettings requestHeader) {}
