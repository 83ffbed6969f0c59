package dev.vspherecloud.http;

import dev.vspherecloud.http.HttpException.Kind;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Explains why a proxy did not open a tunnel.
final class ProxyConnectFailure {
    /// The message in which Java's client gives the status of a refused tunnel, except for status 407.
    private static final Pattern STATUS = Pattern.compile("Tunnel failed, got: (\\d{3})");

    private static final int PROXY_AUTHENTICATION_REQUIRED = 407;
    private static final int MAX_SCHEME_LENGTH = 30;

    private ProxyConnectFailure() {}

    /// Returns the status with which a proxy refused the tunnel; empty if the exchange failed for another reason.
    static Optional<Integer> status(Throwable failure) {
        return CauseChain.of(failure)
                .map(cause -> STATUS.matcher(String.valueOf(cause.getMessage())))
                .filter(Matcher::matches)
                .map(found -> Integer.valueOf(found.group(1)))
                .findFirst();
    }

    static HttpException explain(Optional<HttpProxy> proxy, int status) {
        return status >= 500
                ? HttpException.of(
                        proxy, Kind.UNREACHABLE, "the proxy cannot reach the server (HTTP %d)".formatted(status))
                : HttpException.of(
                        proxy,
                        Kind.PROXY,
                        "the proxy refuses the connection to the server (HTTP %d)".formatted(status));
    }

    /// Explains status 407: Java's client returns this refusal as if the server itself had sent it.
    static HttpException explain(Optional<HttpProxy> proxy, int status, HttpHeaders headers) {
        if (status != PROXY_AUTHENTICATION_REQUIRED) {
            return explain(proxy, status);
        }
        List<String> schemes = schemes(headers);
        if (!schemes.isEmpty() && schemes.stream().noneMatch("Basic"::equalsIgnoreCase)) {
            return HttpException.of(
                    proxy,
                    Kind.PROXY,
                    "the proxy requires authentication by %s, and this program supports only Basic (HTTP 407)"
                            .formatted(String.join(", ", schemes)));
        }
        boolean hasLogin = proxy.flatMap(HttpProxy::login).isPresent();
        return HttpException.of(
                proxy,
                Kind.PROXY,
                hasLogin
                        ? "the proxy does not accept the configured user and password (HTTP 407)"
                        : "the proxy requires a user and a password (HTTP 407)");
    }

    private static List<String> schemes(HttpHeaders headers) {
        return headers.allValues("proxy-authenticate").stream()
                .limit(5)
                .map(value -> value.strip().split("[ ,]", 2)[0])
                .map(scheme -> PrintableText.of(scheme, MAX_SCHEME_LENGTH))
                .filter(scheme -> !scheme.isEmpty())
                .distinct()
                .toList();
    }
}
