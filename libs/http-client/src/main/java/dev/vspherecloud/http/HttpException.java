package dev.vspherecloud.http;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reports that an HTTP exchange got no response.
///
/// The message says what happened, in one printable line that continues a text such as "GET /status on
/// server.example.com:443: ". It names neither request nor server, and never contains the login of the proxy.
public final class HttpException extends Exception {
    /// The kinds of failure, grouped by what a caller can do about them.
    public enum Kind {
        /// There is no connection, or the connection broke, or the proxy cannot reach the server.
        UNREACHABLE,
        /// The connection exists, but no complete response arrived within the deadline.
        TIMEOUT,
        /// The client does not accept the server's certificate, or client and server cannot agree on TLS;
        /// [#tlsFailureReason()] says which.
        TLS,
        /// The proxy refuses the tunnel.
        PROXY,
        /// An interrupt or the closing of the client ended the exchange. After an interrupt, the thread's
        /// interrupt status stays set.
        CANCELED,
        /// The response is larger than the client accepts.
        TOO_LARGE,
        /// The response is not HTTP.
        PROTOCOL
    }

    private final Kind kind;
    private final @Nullable TlsFailureReason tlsFailureReason;
    private final boolean isBeforeConnection;

    private HttpException(
            Kind kind,
            @Nullable TlsFailureReason tlsFailureReason,
            boolean isBeforeConnection,
            String problem,
            @Nullable Throwable cause) {
        super(problem, cause);
        this.kind = kind;
        this.tlsFailureReason = tlsFailureReason;
        this.isBeforeConnection = isBeforeConnection;
    }

    static HttpException of(Optional<HttpProxy> proxy, Kind kind, String problem) {
        return of(proxy, kind, problem, null);
    }

    static HttpException of(Optional<HttpProxy> proxy, Kind kind, String problem, @Nullable Throwable cause) {
        return new HttpException(kind, null, false, redact(proxy, problem), safeCause(proxy, cause));
    }

    /// Returns a failure of kind [UNREACHABLE][Kind#UNREACHABLE] that happened before anything was sent.
    static HttpException notConnected(Optional<HttpProxy> proxy, String problem, Throwable cause) {
        return new HttpException(Kind.UNREACHABLE, null, true, redact(proxy, problem), safeCause(proxy, cause));
    }

    /// Returns a failure of kind [TLS][Kind#TLS].
    static HttpException tls(
            Optional<HttpProxy> proxy, TlsFailureReason tlsFailureReason, String problem, Throwable cause) {
        return new HttpException(Kind.TLS, tlsFailureReason, false, redact(proxy, problem), safeCause(proxy, cause));
    }

    public Kind kind() {
        return kind;
    }

    /// Returns a description of the failure: the message, which is always present.
    public String problem() {
        return String.valueOf(getMessage());
    }

    /// Returns what exactly is wrong with the server's TLS; present if the kind is [TLS][Kind#TLS].
    public Optional<TlsFailureReason> tlsFailureReason() {
        return Optional.ofNullable(tlsFailureReason);
    }

    /// Returns true if there was no connection, so that the server cannot have received any part of the request.
    public boolean isBeforeConnection() {
        return isBeforeConnection;
    }

    private static String redact(Optional<HttpProxy> proxy, String problem) {
        return proxy.map(via -> via.redact(problem)).orElse(problem);
    }

    /// Drops the cause if the proxy has a login, because the message of the cause may quote what was sent to
    /// the proxy.
    private static @Nullable Throwable safeCause(Optional<HttpProxy> proxy, @Nullable Throwable cause) {
        return proxy.flatMap(HttpProxy::login).isPresent() ? null : cause;
    }
}
