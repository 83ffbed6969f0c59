package dev.vspherecloud.serving.auth;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The settings for the authentication of requests.
///
/// @param kubeconfig            for token reviews and the look-up; empty means the service account of the Pod.
///                              Without a service account, every request with a token is anonymous.
/// @param skipLookup            do not read the ConfigMap `kube-system/extension-apiserver-authentication`
/// @param tolerateLookupFailure serve even if that ConfigMap cannot be read
/// @param tokenTtl              how long the result of a token review is cached
/// @param clientCaFile     file with the CA certificates for client certificates; empty means those in that
///                              ConfigMap
public record AuthenticationSettings(
        Optional<Path> kubeconfig,
        boolean skipLookup,
        boolean tolerateLookupFailure,
        Duration tokenTtl,
        Optional<Path> clientCaFile,
        RequestHeaderSettings requestHeader) {}
