package dev.vspherecloud.serving.auth;

import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Creates request attributes for tests.
final class TestRequestAttributes {
    private TestRequestAttributes() {}

    static RequestAttributes to(String path) {
        return new RequestAttributes("GET", path, Map.of(), List.of());
    }

    static RequestAttributes bearing(String token) {
        return with(Map.of("authorization", List.of("Bearer " + token)));
    }

    static RequestAttributes with(Map<String, List<String>> headers, ServerIdentity... shown) {
        return new RequestAttributes("GET", "/metrics", headers, certificates(shown));
    }

    static RequestAttributes withCertificates(ServerIdentity... shown) {
        return with(Map.of(), shown);
    }

    /// Returns the same attributes with another path.
    static RequestAttributes to(String path, RequestAttributes requestAttributes) {
        return new RequestAttributes(
                requestAttributes.method(), path, requestAttributes.headers(), requestAttributes.certificates());
    }

    static List<X509Certificate> certificates(ServerIdentity... identities) {
        return Stream.of(identities).map(ServerIdentity::certificate).toList();
    }

    /// Returns the headers that a front proxy sets for a user.
    static Map<String, List<String>> proxyHeaders(String user, String... groups) {
        var headers = new HashMap<String, List<String>>();
        headers.put("x-remote-user", List.of(user));
        headers.put("x-remote-group", List.of(groups));
        return headers;
    }
}
