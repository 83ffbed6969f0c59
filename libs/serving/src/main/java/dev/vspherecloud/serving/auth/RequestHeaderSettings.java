package dev.vspherecloud.serving.auth;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// By which headers a front proxy, such as the API server's aggregation layer, says for whom it asks.
///
/// Header names count whatever their case; the first that is there wins.
///
/// @param authorities  who signs the certificates of proxies; empty means as the cluster's ConfigMap says, and then
///                     everything else counts as it says too
/// @param allowedNames common names that a proxy's certificate may have; none means any
public record RequestHeaderSettings(
        Optional<Path> authorities,
        List<String> allowedNames,
        List<String> usernameHeaders,
        List<String> uidHeaders,
        List<String> groupHeaders,
        List<String> extraHeaderPrefixes) {
    /// Nobody speaks for others.
    static final RequestHeaderSettings NONE =
            new RequestHeaderSettings(Optional.empty(), List.of(), List.of(), List.of(), List.of(), List.of());

    public RequestHeaderSettings {
        allowedNames = List.copyOf(allowedNames);
        usernameHeaders = List.copyOf(usernameHeaders);
        uidHeaders = List.copyOf(uidHeaders);
        groupHeaders = List.copyOf(groupHeaders);
        extraHeaderPrefixes = List.copyOf(extraHeaderPrefixes);
    }
}
