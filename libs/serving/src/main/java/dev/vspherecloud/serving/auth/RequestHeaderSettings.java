package dev.vspherecloud.serving.auth;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The headers in which a front proxy, such as the API server's aggregation layer, names the user.
///
/// Header names are case-insensitive; the first header that is present is used.
///
/// @param caFile  a file with the CA certificates for front proxies; empty means that these and all other
///     settings come from the cluster's ConfigMap
/// @param allowedNames common names that a proxy's certificate may have; an empty list allows any
public record RequestHeaderSettings(
        Optional<Path> caFile,
        List<String> allowedNames,
        List<String> usernameHeaders,
        List<String> uidHeaders,
        List<String> groupHeaders,
        List<String> extraHeaderPrefixes) {
    /// The settings with which no front proxy is trusted.
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
