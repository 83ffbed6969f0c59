package dev.vspherecloud.http;

import dev.vspherecloud.http.HttpException.Kind;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLException;

/// Explains why an exchange got no HTTP response.
final class IoFailures {
    private IoFailures() {}

    static HttpException explain(Optional<HttpProxy> proxy, Throwable failure) {
        Optional<UntrustedServerException> untrustedServer = find(failure, UntrustedServerException.class);
        if (untrustedServer.isPresent()) {
            return HttpException.tls(
                    proxy,
                    untrustedServer.get().tlsFailureReason(),
                    untrustedServer.get().explanation(),
                    untrustedServer.get());
        }
        if (has(failure, ResponseTooLargeException.class)) {
            return HttpException.of(proxy, Kind.TOO_LARGE, ResponseTooLargeException.describe(failure), failure);
        }
        Optional<Integer> proxyStatus = ProxyConnectFailure.status(failure);
        if (proxyStatus.isPresent()) {
            return ProxyConnectFailure.explain(proxy, proxyStatus.get());
        }
        if (has(failure, SSLException.class)) {
            return TlsFailures.explain(proxy, failure);
        }
        boolean isNotHttp = has(failure, ProtocolException.class) || has(failure, IllegalArgumentException.class);
        return isNotHttp && !has(failure, UnresolvedAddressException.class)
                ? notHttp(proxy, failure)
                : unreachable(proxy, failure);
    }

    private static HttpException unreachable(Optional<HttpProxy> proxy, Throwable failure) {
        boolean isProxied = proxy.isPresent();
        if (has(failure, UnresolvedAddressException.class)) {
            String host = isProxied ? "the host name of the proxy" : "the host name";
            return HttpException.notConnected(proxy, host + " does not resolve", failure);
        }
        if (has(failure, HttpConnectTimeoutException.class)) {
            return HttpException.notConnected(proxy, "no connection in time", failure);
        }
        if (has(failure, ConnectException.class)) {
            String connection = isProxied ? "no connection to the proxy" : "no connection";
            return HttpException.notConnected(proxy, connection + detail(failure), failure);
        }
        return HttpException.of(proxy, Kind.UNREACHABLE, "the connection broke" + detail(failure), failure);
    }

    /// Returns a failure for a response that is not HTTP. If the proxy has a login, the detail is left out,
    /// since the proxy may quote the password.
    private static HttpException notHttp(Optional<HttpProxy> proxy, Throwable failure) {
        String problem = proxy.map(via -> "the response of the proxy or of the server is not HTTP"
                        + (via.login().isPresent() ? "" : detail(failure)))
                .orElseGet(() -> "the response is not HTTP" + detail(failure));
        return HttpException.of(proxy, Kind.PROTOCOL, problem, failure);
    }

    static String detail(Throwable failure) {
        return CauseChain.of(failure)
                .map(Throwable::getMessage)
                .filter(Objects::nonNull)
                .findFirst()
                .map(message -> ": " + PrintableText.of(message))
                .orElse("");
    }

    static boolean has(Throwable failure, Class<? extends Throwable> type) {
        return find(failure, type).isPresent();
    }

    static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
        return CauseChain.of(failure).filter(type::isInstance).map(type::cast).findFirst();
    }
}
