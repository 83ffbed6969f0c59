package dev.vspherecloud.http;

import dev.vspherecloud.text.Secret;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The cookies of a response, which the next request sends back unchanged. They are never printed.
///
/// Some servers (a vCenter does) quote the value of a cookie and expect the quotes back; Java's own cookie
/// classes drop them. The attributes for path, domain and security do not matter, since a cookie is only sent
/// to the server that it came from.
public final class Cookies {
    public static final Cookies NONE = new Cookies(Map.of());

    private static final Pattern PAIR = Pattern.compile("[!-~&&[^=;,\"]]+=[ -~&&[^;]]*");

    private final Map<String, String> pairs;

    private Cookies(Map<String, String> pairs) {
        this.pairs = Collections.unmodifiableMap(pairs);
    }

    static Cookies from(HttpHeaders headers) {
        var pairs = new LinkedHashMap<String, String>();
        for (String header : headers.allValues("set-cookie")) {
            String pair = header.split(";", 2)[0].strip();
            if (PAIR.matcher(pair).matches()) {
                pairs.put(pair.substring(0, pair.indexOf('=')), pair);
            }
        }
        return new Cookies(pairs);
    }

    public boolean isEmpty() {
        return pairs.isEmpty();
    }

    /// Adds the header `Cookie` to a request, as in `vmware_soap_session="6898e3..."; route=1`. If there are no
    /// cookies, no header is added.
    public HttpRequest.Builder addTo(HttpRequest.Builder request) {
        return isEmpty() ? request : request.header("Cookie", String.join("; ", pairs.values()));
    }

    /// Returns the value of a cookie for use outside of the header `Cookie`: without the quotes around it.
    public Optional<Secret> value(String name) {
        return Optional.ofNullable(pairs.get(name))
                .map(pair -> pair.substring(name.length() + 1))
                .map(value -> isQuoted(value) ? value.substring(1, value.length() - 1) : value)
                .map(Secret::new);
    }

    private static boolean isQuoted(String value) {
        return value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
    }

    @Override
    public String toString() {
        return "***";
    }
}
