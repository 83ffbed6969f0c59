package dev.vspherecloud.http;

import dev.vspherecloud.http.HttpException.Kind;
import java.io.EOFException;
import java.util.List;
import java.util.Optional;

/// Explains why a TLS handshake failed for other reasons than the certificate.
///
/// Java's TLS layer distinguishes these cases only by the text of its messages.
final class TlsFailures {
    /// A part of Java's message if the first bytes of a response are no TLS record.
    private static final String NOT_TLS = "nrecognized SSL message";

    private static final List<String> CONNECTION_CLOSED = List.of("close_notify", "terminated the handshake");

    private static final List<String> OLD_VERSION =
            List.of("protocol_version", "is not accepted by client preferences", "unsupported_version");

    private TlsFailures() {}

    static HttpException explain(Optional<HttpProxy> proxy, Throwable failure) {
        if (isConnectionClosed(failure)) {
            return HttpException.of(
                    proxy, Kind.UNREACHABLE, "the connection broke" + IoFailures.detail(failure), failure);
        }
        if (hasMessage(failure, NOT_TLS)) {
            return HttpException.tls(
                    proxy, TlsFailureReason.NO_TLS, "the server does not speak TLS on this port", failure);
        }
        if (OLD_VERSION.stream().anyMatch(text -> hasMessage(failure, text))) {
            String problem =
                    "the server supports no TLS version that this program supports" + IoFailures.detail(failure);
            return HttpException.tls(proxy, TlsFailureReason.OLD_TLS, problem, failure);
        }
        return HttpException.tls(
                proxy,
                TlsFailureReason.FAILED_HANDSHAKE,
                "the TLS handshake failed" + IoFailures.detail(failure),
                failure);
    }

    /// Returns true if the connection broke during the handshake. This says nothing about certificates, even if
    /// the TLS layer reports the failure.
    private static boolean isConnectionClosed(Throwable failure) {
        return IoFailures.has(failure, EOFException.class)
                || CONNECTION_CLOSED.stream().anyMatch(text -> hasMessage(failure, text));
    }

    private static boolean hasMessage(Throwable failure, String text) {
        return CauseChain.of(failure)
                .anyMatch(cause -> String.valueOf(cause.getMessage()).contains(text));
    }
}
