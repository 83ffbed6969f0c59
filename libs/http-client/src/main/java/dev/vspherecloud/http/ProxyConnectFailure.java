package dev.vspherecloud.http;

import dev.vspherecloud.http.HttpException.Kind;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Says why a proxy gave us no tunnel.
final class ProxyConnectFailure {
    /// The only place where Java's client tells the status of such an answer, but for 407.
    private static final Pattern STATUS = Pattern.compile("Tunnel failed, got: (\\d{3})");

    private static final int LOGIN_WANTED = 407;
    private static final int LONGEST_SCHEME = 30;

    private ProxyConnectFailure() {}

    /// The status with which a proxy refused, if that is why the exchange failed.
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
                        proxy,
                        Kind.UNREACHABLE,
                        "the proxy does not get through to the server (HTTP %d)".formatted(status))
                : HttpException.of(proxy, Kind.PROXY, "the proxy does not let us through (HTTP %d)".formatted(status));
    }

    /// The one refusal that Java's client hands on as if the server itself had answered.
    static HttpException explain(Optional<HttpProxy> proxy, int status, HttpHeaders headers) {
        if (status != LOGIN_WANTED) {
            return explain(proxy, status);
        }
        List<String> schemes = schemes(headers);
        if (!schemes.isEmpty() && schemes.stream().noneMatch("Basic"::equalsIgnoreCase)) {
            return HttpException.of(
                    proxy,
                    Kind.PROXY,
                    "the proxy wants a login by %s, and this program knows Basic only (HTTP 407)"
                            .formatted(String.join(", ", schemes)));
        }
        boolean hasLogin = proxy.flatMap(HttpProxy::login).isPresent();
        return HttpException.of(
                proxy,
                Kind.PROXY,
                hasLogin
                        ? "the proxy does not accept the user and password given for it (HTTP 407)"
                        : "the proxy wants a user and a password (HTTP 407)");
    }

    private static List<String> schemes(HttpHeaders headers) {
        return headers.allValues("proxy-authenticate").stream()
                .limit(5)
                .map(value -> value.strip().split("[ ,]", 2)[0])
                .map(scheme -> PrintableText.of(scheme, LONGEST_SCHEME))
                .filter(scheme -> !scheme.isEmpty())
                .distinct()
                .toList();
    }
}
