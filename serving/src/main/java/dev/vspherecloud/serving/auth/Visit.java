package dev.vspherecloud.serving.auth;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;

/// What somebody who asks for a page shows of himself.
///
/// @param method       as in the request, such as `GET`
/// @param path         without the query
/// @param headers      by their names in lower case
/// @param certificates of the TLS connection, his own first; empty when he has shown none. Nobody has checked them.
public record Visit(String method, String path, Map<String, List<String>> headers, List<X509Certificate> certificates) {
    public Visit {
        headers = Map.copyOf(headers);
        certificates = List.copyOf(certificates);
    }
}
