package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.Causes;
import dev.vspherecloud.http.Printable;
import dev.vspherecloud.http.UntrustedServerException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLException;

/// Says what became of an exchange that brought no HTTP answer.
final class BrokenExchange {
    private BrokenExchange() {}

    static VcenterException explain(Attempt attempt, Throwable failure) {
        Optional<UntrustedServerException> untrusted = find(failure, UntrustedServerException.class);
        if (untrusted.isPresent()) {
            return attempt.failed(untrusted.get().flaw(), untrusted.get().explanation(), untrusted.get());
        }
        if (has(failure, AnswerTooLargeException.class)) {
            return attempt.failed(Kind.TOO_LARGE, "the answer is larger than allowed", failure);
        }
        Optional<Integer> refusal = RefusedTunnel.status(failure);
        if (refusal.isPresent()) {
            return RefusedTunnel.explain(attempt, refusal.get());
        }
        if (has(failure, SSLException.class)) {
            return BrokenHandshake.explain(attempt, failure);
        }
        boolean isNoHttp = has(failure, ProtocolException.class) || has(failure, IllegalArgumentException.class);
        return isNoHttp && !has(failure, UnresolvedAddressException.class)
                ? noHttp(attempt, failure)
                : unreachable(attempt, failure);
    }

    private static VcenterException unreachable(Attempt attempt, Throwable failure) {
        boolean isProxied = attempt.endpoint().proxy().isPresent();
        if (has(failure, UnresolvedAddressException.class)) {
            String host = isProxied ? "the host name of the proxy" : "the host name";
            return attempt.failed(Kind.UNREACHABLE, host + " does not resolve", failure)
                    .notSent();
        }
        if (has(failure, HttpConnectTimeoutException.class)) {
            return attempt.failed(Kind.UNREACHABLE, "no connection in time", failure)
                    .notSent();
        }
        if (has(failure, ConnectException.class)) {
            String connection = isProxied ? "no connection to the proxy" : "no connection";
            return attempt.failed(Kind.UNREACHABLE, connection + detail(failure), failure)
                    .notSent();
        }
        return attempt.failed(Kind.UNREACHABLE, "the connection broke" + detail(failure), failure);
    }

    /// A proxy that was sent a password may quote it.
    private static VcenterException noHttp(Attempt attempt, Throwable failure) {
        String problem = attempt.endpoint()
                .proxy()
                .map(proxy -> "the answer of the proxy or of the server is not HTTP"
                        + (proxy.login().isPresent() ? "" : detail(failure)))
                .orElseGet(() -> "the answer is not HTTP" + detail(failure));
        return attempt.failed(Kind.PROTOCOL, problem, failure);
    }

    static String detail(Throwable failure) {
        return Causes.of(failure)
                .map(Throwable::getMessage)
                .filter(Objects::nonNull)
                .findFirst()
                .map(message -> ": " + Printable.of(message))
                .orElse("");
    }

    static boolean has(Throwable failure, Class<? extends Throwable> type) {
        return find(failure, type).isPresent();
    }

    static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
        return Causes.of(failure).filter(type::isInstance).map(type::cast).findFirst();
    }
}
