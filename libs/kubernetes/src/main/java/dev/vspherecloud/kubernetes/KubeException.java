package dev.vspherecloud.kubernetes;

import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// The API server could not be used. The message names the server or file and says what to do; it never holds a
/// credential.
public final class KubeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// What failed, by who can help.
    public enum Kind {
        /// There is no such kubeconfig, or it can't be read.
        CONFIG_UNREADABLE(false),
        /// The kubeconfig was read and makes no sense.
        CONFIG_INVALID(false),
        /// No connection, or it broke.
        UNREACHABLE(true),
        /// No answer within the deadline.
        TIMEOUT(true),
        /// The server's certificate is not trusted, or TLS could not be agreed on.
        TLS(true),
        /// The server does not know who we are.
        UNAUTHORIZED(true),
        /// The server knows us and says no.
        FORBIDDEN(true),
        /// The server asked to come back later more often than we were willing to.
        OVERLOADED(true),
        /// What we asked for does not go with the state of the server (400, 404, 409, 422).
        REJECTED(true),
        /// The server has forgotten the state that we asked for (410).
        EXPIRED(true),
        /// The server failed, or answered something that can't be read.
        SERVER_FAILED(true),
        /// It was not sent: this process does not lead for certain.
        NOT_LEADING(false),
        /// Our thread was asked to end.
        INTERRUPTED(false);

        private final boolean mayHeal;

        Kind(boolean mayHeal) {
            this.mayHeal = mayHeal;
        }

        /// Whether waiting may help, without a restart of this process.
        public boolean mayHeal() {
            return mayHeal;
        }
    }

    private final Kind kind;
    private final String message;
    private final int status;
    private final Duration retryAfter;

    public KubeException(Kind kind, String message, @Nullable Throwable cause) {
        this(kind, message, 0, Duration.ZERO, cause);
    }

    /// @param status that the API server answered; 0 without an answer
    private KubeException(Kind kind, String message, int status, Duration retryAfter, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.message = message;
        this.status = status;
        this.retryAfter = retryAfter;
    }

    /// The API server answered, and it is not what we can go on with.
    static KubeException answered(ApiAnswer answer, Kind kind, String message) {
        return new KubeException(
                kind, message, answer.status(), answer.retryAfter().orElse(Duration.ZERO), null);
    }

    public KubeException(Kind kind, String message) {
        this(kind, message, null);
    }

    public Kind kind() {
        return kind;
    }

    /// What the API server answered; empty without an answer.
    OptionalInt status() {
        return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
    }

    /// How long the API server wants to be left alone; zero when it did not say.
    Duration retryAfter() {
        return retryAfter;
    }

    @Override
    public String getMessage() {
        return message;
    }
}
