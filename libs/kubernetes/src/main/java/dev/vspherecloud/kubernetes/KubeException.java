package dev.vspherecloud.kubernetes;

import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Reports that a request to the API server failed, or that the configuration for it could not be used. The
/// message names the server or file and says what to do; it never contains a credential.
public final class KubeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// The kinds of failure; each needs a different action.
    public enum Kind {
        /// The kubeconfig does not exist or cannot be read.
        CONFIG_UNREADABLE("CONFIG_UNREADABLE", false),
        /// The kubeconfig was read and is not valid.
        CONFIG_INVALID("CONFIG_INVALID", false),
        /// The connection failed or broke.
        UNREACHABLE("UNREACHABLE", true),
        /// No response came within the deadline.
        TIMEOUT("TIMEOUT", true),
        /// The server's certificate is not trusted, or TLS could not be negotiated.
        TLS("TLS", true),
        /// The server did not accept the credentials (401).
        UNAUTHORIZED("UNAUTHORIZED", true),
        /// The server authenticated this process and denies the request.
        FORBIDDEN("FORBIDDEN", true),
        /// The server asked to retry later, for longer than the budget allows.
        OVERLOADED("OVERLOADED", true),
        /// The request does not match the state of the server (400, 404, 409, 422).
        REJECTED("REJECTED", true),
        /// The server does not have the requested state any more (410).
        EXPIRED("EXPIRED", true),
        /// The server failed, or its response cannot be read.
        SERVER_FAILED("SERVER_FAILED", true),
        /// The response is larger than this process accepts.
        TOO_LARGE("TOO_LARGE", true),
        /// The request was not sent, because it is not certain that this process is the leader.
        NOT_LEADING("NOT_LEADING", false),
        /// The calling thread was interrupted.
        INTERRUPTED("INTERRUPTED", false);

        private final String text;
        private final boolean isTemporary;

        Kind(String text, boolean isTemporary) {
            this.text = text;
            this.isTemporary = isTemporary;
        }

        /// Returns the name that log lines show, as in `NOT_LEADING`. The name does not change if the constant
        /// is renamed.
        @Override
        public String toString() {
            return text;
        }

        /// Returns true if waiting may help, without a restart of this process.
        public boolean isTemporary() {
            return isTemporary;
        }
    }

    private final Kind kind;
    private final String message;
    private final int status;
    private final Duration retryAfter;

    public KubeException(Kind kind, String message, @Nullable Throwable cause) {
        this(kind, message, 0, Duration.ZERO, cause);
    }

    /// Creates the exception.
    ///
    /// @param status the status of the API server's response; 0 without a response
    private KubeException(Kind kind, String message, int status, Duration retryAfter, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.message = message;
        this.status = status;
        this.retryAfter = retryAfter;
    }

    public KubeException(Kind kind, String message) {
        this(kind, message, null);
    }

    /// Returns the exception for a response of the API server that the caller cannot use.
    ///
    /// @param url the URL of the API server
    public static KubeException ofRefusal(String url, ApiCall call, ApiAnswer answer) {
        String text = "the API server %s answered %d to %s%s"
                .formatted(url, answer.status(), call, answer.message().isEmpty() ? "" : " (" + answer.message() + ")");
        Kind kind = kindOf(answer);
        Duration retryAfter = answer.retryAfter().orElse(Duration.ZERO);
        return new KubeException(kind, text + advice(kind), answer.status(), retryAfter, null);
    }

    private static Kind kindOf(ApiAnswer answer) {
        return switch (answer.status()) {
            case 401 -> Kind.UNAUTHORIZED;
            case 403 -> Kind.FORBIDDEN;
            case 400, 404, 409, 422 -> Kind.REJECTED;
            case 410 -> Kind.EXPIRED;
            case 429 -> Kind.OVERLOADED;
            default -> answer.isRetryable() ? Kind.OVERLOADED : Kind.SERVER_FAILED;
        };
    }

    private static String advice(Kind kind) {
        return switch (kind) {
            case UNAUTHORIZED ->
                ": it does not accept the credentials; check those in the kubeconfig, or the service account";
            case FORBIDDEN -> ": check the ClusterRole that is bound to this program's account";
            case CONFIG_UNREADABLE,
                    CONFIG_INVALID,
                    UNREACHABLE,
                    TIMEOUT,
                    TLS,
                    OVERLOADED,
                    REJECTED,
                    EXPIRED,
                    SERVER_FAILED,
                    TOO_LARGE,
                    NOT_LEADING,
                    INTERRUPTED -> "";
        };
    }

    public Kind kind() {
        return kind;
    }

    /// Returns the status of the API server's response; empty without a response.
    OptionalInt status() {
        return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
    }

    /// Returns the wait that the API server requested; zero if it requested none.
    public Duration retryAfter() {
        return retryAfter;
    }

    @Override
    public String getMessage() {
        return message;
    }
}
