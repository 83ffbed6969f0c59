package dev.vspherecloud.http;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An exchange brought no answer.
///
/// The message says what happened, in one printable line that goes on from "GET /status on server.example.com:443: ".
/// It names neither request nor server, and never holds the login of the proxy.
public final class HttpException extends Exception {
    /// What happened, by what a caller can do about it.
    public enum Kind {
        /// No connection, or it broke, or the proxy does not get through to the server.
        UNREACHABLE,
        /// Connected, but no whole answer within the deadline.
        TIMEOUT,
        /// The server could not prove who it is, or speaks no TLS that we do; [#flaw()] says which.
        TLS,
        /// The proxy does not let us through.
        PROXY,
        /// Ended from outside: by an interrupt, which is kept for the thread to notice, or by closing the link.
        CANCELED,
        /// The answer has more bytes than the link takes.
        TOO_LARGE,
        /// What came back is not HTTP.
        PROTOCOL
    }

    private final Kind kind;
    private final @Nullable TlsFailureReason flaw;
    private final boolean isBeforeConnection;

    private HttpException(
            Kind kind,
            @Nullable TlsFailureReason flaw,
            boolean isBeforeConnection,
            String problem,
            @Nullable Throwable cause) {
        super(problem, cause);
        this.kind = kind;
        this.flaw = flaw;
        this.isBeforeConnection = isBeforeConnection;
    }

    static HttpException of(Optional<HttpProxy> proxy, Kind kind, String problem) {
        return of(proxy, kind, problem, null);
    }

    static HttpException of(Optional<HttpProxy> proxy, Kind kind, String problem, @Nullable Throwable cause) {
        return new HttpException(kind, null, false, redacted(proxy, problem), safe(proxy, cause));
    }

    /// A failure of kind [UNREACHABLE][Kind#UNREACHABLE] before anything was sent.
    static HttpException unconnected(Optional<HttpProxy> proxy, String problem, Throwable cause) {
        return new HttpException(Kind.UNREACHABLE, null, true, redacted(proxy, problem), safe(proxy, cause));
    }

    /// A failure of kind [TLS][Kind#TLS].
    static HttpException tls(Optional<HttpProxy> proxy, TlsFailureReason flaw, String problem, Throwable cause) {
        return new HttpException(Kind.TLS, flaw, false, redacted(proxy, problem), safe(proxy, cause));
    }

    public Kind kind() {
        return kind;
    }

    /// What happened: the message, which is always there.
    public String problem() {
        return String.valueOf(getMessage());
    }

    /// What exactly is wrong with the server's TLS; present where the kind is [TLS][Kind#TLS].
    public Optional<TlsFailureReason> flaw() {
        return Optional.ofNullable(flaw);
    }

    /// Returns true if no connection came about, so that the server surely saw nothing of the request.
    public boolean isBeforeConnection() {
        return isBeforeConnection;
    }

    private static String redacted(Optional<HttpProxy> proxy, String problem) {
        return proxy.map(via -> via.redact(problem)).orElse(problem);
    }

    /// What a library says of a failed exchange may quote what was sent to the proxy.
    private static @Nullable Throwable safe(Optional<HttpProxy> proxy, @Nullable Throwable cause) {
        return proxy.flatMap(HttpProxy::login).isPresent() ? null : cause;
    }
}
