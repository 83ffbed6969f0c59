package dev.vspherecloud.serving.auth;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/// The parts of a request that authentication and authorization use.
///
/// @param method       the method of the request, such as `GET`
/// @param path         the path without the query
/// @param headers      the values of the headers by their names in lower case; never printed, since one of them
///     may contain a token
/// @param certificates the certificates of the TLS connection, the client's own first; empty if the client sent
///     none. They are not verified
public record RequestAttributes(
        String method, String path, Map<String, List<String>> headers, List<X509Certificate> certificates) {
    public RequestAttributes {
        headers = Map.copyOf(headers);
        certificates = List.copyOf(certificates);
    }

    /// Returns the values of a header. Upper and lower case of its name do not differ.
    List<String> header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    @Override
    public String toString() {
        return "%s %s with the headers %s and %d certificates"
                .formatted(method, path, new TreeSet<>(headers.keySet()), certificates.size());
    }
}
