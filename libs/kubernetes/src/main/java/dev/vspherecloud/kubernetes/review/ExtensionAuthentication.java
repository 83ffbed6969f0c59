package dev.vspherecloud.kubernetes.review;

import java.util.List;
import java.util.Optional;

/// What the ConfigMap `kube-system/extension-apiserver-authentication` says.
///
/// @param clientAuthorities who signs client certificates, as PEM; empty when the cluster knows none
/// @param proxyAuthorities  who signs certificates of front proxies, as PEM; empty when it has none
/// @param allowedNames      common names that a front proxy's certificate may have; none means any
public record ExtensionAuthentication(
        Optional<String> clientAuthorities,
        Optional<String> proxyAuthorities,
        List<String> allowedNames,
        List<String> usernameHeaders,
        List<String> uidHeaders,
        List<String> groupHeaders,
        List<String> extraHeaderPrefixes) {
    /// Of a cluster without that ConfigMap.
    static final ExtensionAuthentication NOTHING = new ExtensionAuthentication(
            Optional.empty(), Optional.empty(), List.of(), List.of(), List.of(), List.of(), List.of());

    public ExtensionAuthentication {
        allowedNames = List.copyOf(allowedNames);
        usernameHeaders = List.copyOf(usernameHeaders);
        uidHeaders = List.copyOf(uidHeaders);
        groupHeaders = List.copyOf(groupHeaders);
        extraHeaderPrefixes = List.copyOf(extraHeaderPrefixes);
    }
}
