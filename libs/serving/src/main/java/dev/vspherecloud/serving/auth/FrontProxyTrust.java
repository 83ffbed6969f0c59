package dev.vspherecloud.serving.auth;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Whose word about others counts, and where it stands in a request.
///
/// @param clientCaBundle who signs the certificates of front proxies
/// @param headers     the names that such a proxy may have, and the headers in which it speaks
record FrontProxyTrust(ClientCaBundle clientCaBundle, RequestHeaderSettings headers) {
    static final FrontProxyTrust NONE = new FrontProxyTrust(ClientCaBundle.NONE, RequestHeaderSettings.NONE);

    boolean allows(String commonName) {
        return headers.allowedNames().isEmpty() || headers.allowedNames().contains(commonName);
    }

    /// For whom the proxy asks; empty when it does not say.
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

    /// What can't stand in the name of a header stands there as `%2f`; what is no escape makes the text stay as it is.
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
