package dev.vspherecloud.kubernetes.review;

import java.util.List;
import java.util.Optional;

/// The content of the ConfigMap `kube-system/extension-apiserver-authentication`.
///
/// @param clientCa CA certificates for client certificates, as PEM; empty if the cluster has none
/// @param frontProxyCa  CA certificates for the certificates of front proxies, as PEM; empty if the cluster has
///     none
/// @param allowedNames      common names that a front proxy's certificate may have; an empty list allows any
public record ExtensionAuthentication(
        Optional<String> clientCa,
        Optional<String> frontProxyCa,
        List<String> allowedNames,
        List<String> usernameHeaders,
        List<String> uidHeaders,
        List<String> groupHeaders,
        List<String> extraHeaderPrefixes) {
    /// The value for a cluster without the ConfigMap `extension-apiserver-authentication`.
    static final ExtensionAuthentication NONE = new ExtensionAuthentication(
            Optional.empty(), Optional.empty(), List.of(), List.of(), List.of(), List.of(), List.of());

    public ExtensionAuthentication {
        allowedNames = List.copyOf(allowedNames);
        usernameHeaders = List.copyOf(usernameHeaders);
        uidHeaders = List.copyOf(uidHeaders);
        groupHeaders = List.copyOf(groupHeaders);
        extraHeaderPrefixes = List.copyOf(extraHeaderPrefixes);
    }
}
