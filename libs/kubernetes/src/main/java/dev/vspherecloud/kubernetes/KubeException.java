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
        CONFIG_UNREADABLE("CONFIG_UNREADABLE", false),
        /// The kubeconfig was read and makes no sense.
        CONFIG_INVALID("CONFIG_INVALID", false),
        /// No connection, or it broke.
        UNREACHABLE("UNREACHABLE", true),
        /// No answer within the deadline.
        TIMEOUT("TIMEOUT", true),
        /// The server's certificate is not trusted, or TLS could not be agreed on.
        TLS("TLS", true),
        /// The server does not know who we are.
        UNAUTHORIZED("UNAUTHORIZED", true),
        /// The server knows us and says no.
        FORBIDDEN("FORBIDDEN", true),
        /// The server asked to come back later more often than we were willing to.
        OVERLOADED("OVERLOADED", true),
        /// What we asked for does not go with the state of the server (400, 404, 409, 422).
        REJECTED("REJECTED", true),
        /// The server has forgotten the state that we asked for (410).
        EXPIRED("EXPIRED", true),
        /// The server failed, or answered something that can't be read.
        SERVER_FAILED("SERVER_FAILED", true),
        /// It was not sent: this process does not lead for certain.
        NOT_LEADING("NOT_LEADING", false),
        /// Our thread was asked to end.
        INTERRUPTED("INTERRUPTED", false);

        private final String word;
        private final boolean mayHeal;

        Kind(String word, boolean mayHeal) {
            this.word = word;
            this.mayHeal = mayHeal;
        }

        /// In log lines, as in `NOT_LEADING`. It stays when the constant is renamed.
        @Override
        public String toString() {
            return word;
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

    public KubeException(Kind kind, String message) {
        this(kind, message, null);
    }

    /// The API server answered, and it is not what we can go on with.
    ///
    /// @param url of the API server
    public static KubeException refusal(String url, ApiCall call, ApiAnswer answer) {
        String said = "the API server %s answered %d to %s%s"
                .formatted(url, answer.status(), call, answer.message().isEmpty() ? "" : " (" + answer.message() + ")");
        Kind kind = kindOf(answer);
        Duration retryAfter = answer.retryAfter().orElse(Duration.ZERO);
        return new KubeException(kind, said + advice(kind), answer.status(), retryAfter, null);
    }

    private static Kind kindOf(ApiAnswer answer) {
        return switch (answer.status()) {
            case 401 -> Kind.UNAUTHORIZED;
            case 403 -> Kind.FORBIDDEN;
            case 400, 404, 409, 422 -> Kind.REJECTED;
            case 410 -> Kind.EXPIRED;
            case 429 -> Kind.OVERLOADED;
            default -> answer.asksToComeBack() ? Kind.OVERLOADED : Kind.SERVER_FAILED;
        };
    }

    private static String advice(Kind kind) {
        return switch (kind) {
            case UNAUTHORIZED ->
                ": it does not know us; check the credentials in the kubeconfig, or the service account";
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
                    NOT_LEADING,
                    INTERRUPTED -> "";
        };
    }

    public Kind kind() {
        return kind;
    }

    /// What the API server answered; empty without an answer.
    OptionalInt status() {
        return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
    }

    /// How long the API server wants to be left alone; zero when it did not say.
    public Duration retryAfter() {
        return retryAfter;
    }

    @Override
    public String getMessage() {
        return message;
    }
}
