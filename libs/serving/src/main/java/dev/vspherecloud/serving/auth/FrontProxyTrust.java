package dev.vspherecloud.serving.auth;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The front proxies that are trusted, and the headers in which they name the user.
///
/// @param clientCaBundle the CA certificates for the certificates of front proxies
/// @param headers        the common names that such a proxy may have, and the headers that it sets
record FrontProxyTrust(ClientCaBundle clientCaBundle, RequestHeaderSettings headers) {
    static final FrontProxyTrust NONE = new FrontProxyTrust(ClientCaBundle.NONE, RequestHeaderSettings.NONE);

    boolean allows(String commonName) {
        return headers.allowedNames().isEmpty() || headers.allowedNames().contains(commonName);
    }

    /// Returns the user that the proxy names in the headers; empty if it names none.
    Optional<User> user(RequestAttributes requestAttributes) {
        return first(requestAttributes, headers.usernameHeaders())
                .map(name -> new User(
                        name,
                        first(requestAttributes, headers.uidHeaders()).orElse(""),
                        groups(requestAttributes),
                        extra(requestAttributes)));
    }

    private static Optional<String> first(RequestAttributes requestAttributes, List<String> names) {
        return names.stream()
                .map(requestAttributes::header)
                .flatMap(values -> values.stream().limit(1))
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    private List<String> groups(RequestAttributes requestAttributes) {
        return headers.groupHeaders().stream()
                .flatMap(name -> requestAttributes.header(name).stream())
                .filter(group -> !group.isEmpty())
                .toList();
    }

    private Map<String, List<String>> extra(RequestAttributes requestAttributes) {
        Map<String, List<String>> extra = new HashMap<>();
        for (String prefix : headers.extraHeaderPrefixes()) {
            String start = prefix.toLowerCase(Locale.ROOT);
            requestAttributes.headers().forEach((name, values) -> {
                if (name.startsWith(start)) {
                    extra.computeIfAbsent(unescaped(name.substring(start.length())), _ -> new ArrayList<>())
                            .addAll(values);
                }
            });
        }
        return extra;
    }

    /// Decodes percent escapes, such as `%2f`, in a header name. If an escape is malformed, it returns the text
    /// unchanged.
    ///
    /// Rule from: apiserver, authentication/request/headerrequest (unescapeExtraKey).
    static String unescaped(String escaped) {
        try {
            return URLDecoder.decode(escaped.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return escaped;
        }
    }
}
