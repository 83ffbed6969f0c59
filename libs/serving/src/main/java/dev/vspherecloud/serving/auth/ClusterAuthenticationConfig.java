package dev.vspherecloud.serving.auth;

import java.util.Optional;

/// The contents of the ConfigMap `kube-system/extension-apiserver-authentication`: the CA certificates and the
/// front-proxy headers that the cluster's own API server accepts.
///
/// @param clientCa CA certificates for client certificates, as PEM; empty if the cluster publishes none
/// @param frontProxyCa  CA certificates for front proxies, as PEM; empty if the cluster publishes none
/// @param headers           the headers of front proxies, without a CA file
public record ClusterAuthenticationConfig(
        Optional<String> clientCa, Optional<String> frontProxyCa, RequestHeaderSettings headers) {
    /// The configuration of a cluster without client CA certificates and without front-proxy settings.
    public static final ClusterAuthenticationConfig NONE =
            new ClusterAuthenticationConfig(Optional.empty(), Optional.empty(), RequestHeaderSettings.NONE);
}
