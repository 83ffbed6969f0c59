package dev.vspherecloud.serving.auth;

import java.util.Optional;

/// What a cluster says about itself in the ConfigMap `kube-system/extension-apiserver-authentication`: whose
/// certificates its own API server believes.
///
/// @param clientAuthorities who signs client certificates, as PEM; empty when the cluster knows none
/// @param proxyAuthorities  who signs certificates of front proxies, as PEM; empty when it has none
/// @param headers           how such a proxy speaks; names no file
public record ClusterAuthenticationConfig(
        Optional<String> clientAuthorities, Optional<String> proxyAuthorities, RequestHeaderSettings headers) {
    /// Of a cluster that says nothing.
    public static final ClusterAuthenticationConfig NOTHING =
            new ClusterAuthenticationConfig(Optional.empty(), Optional.empty(), RequestHeaderSettings.NONE);
}
