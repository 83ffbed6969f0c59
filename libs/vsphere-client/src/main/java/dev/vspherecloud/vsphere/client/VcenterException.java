package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.TlsFailureReason;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reports that a call to a vCenter failed.
///
/// The [Kind] says what a caller can do about it. The message is for the person who can act: what was
/// attempted, on which server, what came back, what to do; it never contains a credential.
public final class VcenterException extends RuntimeException {
    /// The kinds of failure, by what a caller can do about them.
    public enum Kind {
        /// There was no connection, or it broke, or a gateway did not reach the server behind it. The caller
        /// retries with backoff.
        UNREACHABLE(
                "unreachable",
                "check that the server is up and that its address, port and the firewalls between are right"),
        /// The connection exists, but there was no complete response within the call's deadline. The caller
        /// retries with backoff.
        TIMEOUT("timeout", "the server or the network is slow; a later try may succeed"),
        /// The server could not prove its identity, or does not speak TLS; [#tlsFailureReason()] says which.
        /// The caller retries slowly, because a change of configuration is needed.
        TLS("tls", "correct the CA file, the thumbprint or the server's certificate"),
        /// The HTTP proxy refuses the connection. The caller retries slowly, because a change of configuration
        /// is needed, and the proxy may count wrong passwords, too.
        PROXY(
                "proxy",
                "correct the proxy's address, user and password (proxyUrl), or allow this connection in the proxy"),
        /// The server refused the login, or there were no credentials. The caller must not try the same
        /// credentials again for minutes: each try brings the account nearer to being locked.
        LOGIN_REFUSED(
                "login_refused",
                "correct user and password; with the same ones no login is tried for a while, so that the"
                        + " account is not locked"),
        /// The server does not know the session, or no longer. The caller logs in again, once.
        SESSION_LOST("session_lost", "a new login is needed"),
        /// The account does not have the permission. The caller retries slowly, because a person must change
        /// the permissions.
        NO_PERMISSION("no_permission", "give the account the missing privilege on this object, with propagation"),
        /// The object in [#object()] does not exist: it was destroyed, or never existed. The caller does not
        /// retry.
        OBJECT_GONE("object_gone", "the object was deleted, or belongs to another vCenter"),
        /// The server does not know the collector or its version, or no longer. The caller creates a new
        /// collector and reads the full state.
        INVALID_VERSION("invalid_version", "a new property collector is needed"),
        /// An interrupt, the closing of the client, or a cancelled wait ended the call. The caller does not
        /// retry.
        CANCELED("canceled", "this program ended the call"),
        /// A login was not sent, because this client is about to close. The caller does not retry.
        LOGIN_STOPPED(
                "login_stopped", "this program is stopping, or its configuration does not name this vCenter any more"),
        /// The type does not have the property path, or no request can contain the value. This is a bug of this
        /// program; the caller does not retry.
        INVALID_PROPERTY("invalid_property", "this is a bug of this program: report it"),
        /// The method or address does not exist on this server. The caller continues without it.
        UNSUPPORTED("unsupported", "the server does not support this call"),
        /// The server is overloaded, or is starting or stopping. The caller retries with a long backoff.
        BUSY("busy", "the server is starting, stopping or overloaded; a later try may succeed"),
        /// The response is larger than the limit of bytes or of heap. The caller asks for less. If one object alone
        /// exceeds the limit, [#object()] is this object.
        TOO_LARGE("too_large", "ask for fewer objects at once"),
        /// The response is not one of this method: broken XML or JSON, a web page, or other content. The caller
        /// retries slowly.
        PROTOCOL("protocol", "check that the address is that of a vCenter, and check the proxies in between"),
        /// The server returned another vSphere fault, whose type is in [#faultType()]. The caller retries
        /// slowly.
        FAULT("fault", "look for this fault in the log of the vCenter");

        private final String text;
        private final String advice;

        Kind(String text, String advice) {
            this.text = text;
            this.advice = advice;
        }

        /// Returns the value of a metric label, as in `login_refused`. The value does not change if the
        /// constant is renamed.
        public String text() {
            return text;
        }

        /// Returns the kind as log lines show it, as in `LOGIN_REFUSED`.
        @Override
        public String toString() {
            return text.toUpperCase(Locale.ROOT);
        }

        /// Returns what a person can do about such a failure, as the last part of a message.
        String advice() {
            return advice;
        }
    }

    private static final int MAX_CAUSES = 20;

    private final Kind kind;
    private final String vcenter;
    private final transient Details details;

    /// What the server did with the failed request.
    private enum Reach {
        /// There was no connection, so nothing was sent.
        NOT_SENT,
        /// The server answered that it refuses such a request at this address (4xx), regardless of the sender.
        REQUEST_REFUSED,
        /// Anything may have happened to the request.
        UNKNOWN
    }

    /// Details that only some failures have.
    ///
    /// @param faultType the vSphere type of the fault; empty if the failure was not a fault
    /// @param causes the vSphere types of the faults that caused it, the innermost last
    private record Details(
            String faultType,
            List<String> causes,
            @Nullable MoRef object,
            @Nullable TlsFailureReason tlsFailureReason,
            Reach reach) {}

    public VcenterException(Kind kind, String vcenter, String message) {
        this(kind, vcenter, message, null);
    }

    public VcenterException(Kind kind, String vcenter, String message, @Nullable Throwable cause) {
        this(kind, vcenter, message, "", null, cause);
    }

    /// Creates a failure that may be a vSphere fault.
    ///
    /// @param faultType the vSphere type of the fault; empty if the failure was not a fault
    /// @param object the managed object that the fault is about, if it names one
    public VcenterException(
            Kind kind,
            String vcenter,
            String message,
            String faultType,
            @Nullable MoRef object,
            @Nullable Throwable cause) {
        this(kind, vcenter, message, new Details(faultType, List.of(), object, null, Reach.UNKNOWN), cause);
    }

    /// Creates a failure of kind [TLS][Kind#TLS].
    VcenterException(TlsFailureReason tlsFailureReason, String vcenter, String message, @Nullable Throwable cause) {
        this(Kind.TLS, vcenter, message, new Details("", List.of(), null, tlsFailureReason, Reach.UNKNOWN), cause);
    }

    private VcenterException(Kind kind, String vcenter, String message, Details details, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.vcenter = vcenter;
        this.details = details;
    }

    public Kind kind() {
        return kind;
    }

    /// Returns the name of the vCenter that was called.
    public String vcenter() {
        return vcenter;
    }

    /// Returns the vSphere type of the fault, as in `InvalidArgument`; empty if the failure was not a vSphere
    /// fault.
    public Optional<String> faultType() {
        return Optional.of(details.faultType()).filter(type -> !type.isEmpty());
    }

    /// Returns the vSphere types of the faults that caused the fault, the innermost last; empty if it has no cause.
    public List<String> faultCauses() {
        return details.causes();
    }

    /// Returns the managed object that the fault is about, if it names one.
    public Optional<MoRef> object() {
        return Optional.ofNullable(details.object());
    }

    /// Returns the exact TLS problem; present if the kind is [TLS][Kind#TLS].
    public Optional<TlsFailureReason> tlsFailureReason() {
        return Optional.ofNullable(details.tlsFailureReason());
    }

    /// Returns true if the server certainly did not check user and password, if the failed request contained
    /// them: there was no connection, or the server refuses such a request.
    public boolean areCredentialsUnchecked() {
        return details.reach() != Reach.UNKNOWN;
    }

    /// Returns true if the server refuses such a request at this address, so that the other REST dialect may
    /// work.
    boolean isRequestRefused() {
        return details.reach() == Reach.REQUEST_REFUSED;
    }

    /// Returns the same failure with the types of the faults that caused it.
    VcenterException withCauses(List<String> causes) {
        var changed =
                new Details(details.faultType(), causes, details.object(), details.tlsFailureReason(), details.reach());
        return new VcenterException(kind, vcenter, String.valueOf(getMessage()), changed, getCause());
    }

    /// Returns the same failure, for a request that was never sent.
    VcenterException asNotSent() {
        return withReach(Reach.NOT_SENT);
    }

    /// Returns the same failure, for a request that the server refuses at this address.
    VcenterException asRequestRefused() {
        return withReach(Reach.REQUEST_REFUSED);
    }

    private VcenterException withReach(Reach other) {
        var changed =
                new Details(details.faultType(), details.causes(), details.object(), details.tlsFailureReason(), other);
        return new VcenterException(kind, vcenter, String.valueOf(getMessage()), changed, getCause());
    }

    /// Returns the same failure, which is about this object.
    VcenterException about(MoRef object) {
        var changed =
                new Details(details.faultType(), details.causes(), object, details.tlsFailureReason(), details.reach());
        return new VcenterException(kind, vcenter, String.valueOf(getMessage()), changed, getCause());
    }

    /// Returns the same failure with changed texts. If one of them changes, the causes and the object are dropped.
    VcenterException mapTexts(UnaryOperator<String> change) {
        Stream<Object> causes = Stream.iterate(getCause(), Objects::nonNull, Throwable::getCause)
                .limit(MAX_CAUSES)
                .map(Object.class::cast);
        Stream<Object> own = Stream.of(String.valueOf(getMessage()), faultType(), faultCauses(), object());
        if (Stream.concat(own, causes).map(String::valueOf).allMatch(text -> change.apply(text)
                .equals(text))) {
            return this;
        }
        var changed = new Details(
                change.apply(details.faultType()),
                details.causes().stream().map(change).toList(),
                null,
                details.tlsFailureReason(),
                details.reach());
        return new VcenterException(kind, vcenter, change.apply(String.valueOf(getMessage())), changed, null);
    }

    /// Returns the same failure with another kind, for a caller that knows more about the request.
    VcenterException withKind(Kind other) {
        String message = String.valueOf(getMessage()).replace(kind.advice(), other.advice());
        return new VcenterException(other, vcenter, message, details, this);
    }
}
