package dev.vspherecloud.serving.auth;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/// What somebody who asks for a page shows of himself.
///
/// @param method       as in the request, such as `GET`
/// @param path         without the query
/// @param headers      by their names in lower case; shown to nobody, since one of them may be a token
/// @param certificates of the TLS connection, his own first; empty when he has shown none. Nobody has checked them.
public record RequestAttributes(
        String method, String path, Map<String, List<String>> headers, List<X509Certificate> certificates) {
    public RequestAttributes {
        headers = Map.copyOf(headers);
        certificates = List.copyOf(certificates);
    }

    /// The values of a header, whatever the case of its name.
    List<String> header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    @Override
    public String toString() {
        return "%s %s with the headers %s and %d certificates"
                .formatted(method, path, new TreeSet<>(headers.keySet()), certificates.size());
    }
}
