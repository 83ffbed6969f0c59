package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.vsphere.client.VcenterException;

/// The outcome of a login, as far as it matters for the lockout of the account.
public enum LoginOutcome {
    ACCEPTED("accepted"),
    REFUSED("refused"),
    /// The server may have refused the login, but no response arrived.
    UNANSWERED("unanswered"),
    /// The server certainly did not check the password.
    NOT_CHECKED("taken_back");

    private final String text;

    LoginOutcome(String text) {
        this.text = text;
    }

    /// Returns the value of a metric label, as in `taken_back`. The value does not change if the constant is
    /// renamed.
    public String text() {
        return text;
    }

    /// Returns the outcome of a failed login.
    ///
    /// @param failure the failure of the request with user and password, sent or not
    static LoginOutcome of(VcenterException failure) {
        LoginOutcome outcome = of(failure.kind());
        return outcome == UNANSWERED && failure.areCredentialsUnchecked() ? NOT_CHECKED : outcome;
    }

    private static LoginOutcome of(VcenterException.Kind kind) {
        return switch (kind) {
            case LOGIN_REFUSED, SESSION_LOST, NO_PERMISSION -> REFUSED;
            // The login may have been sent. A connection that breaks may have carried the request; an
            // unreadable response may have been a refusal.
            case TIMEOUT, UNREACHABLE, CANCELED, PROTOCOL, TOO_LARGE -> UNANSWERED;
            // The response was not about the password, or no request could be sent.
            case TLS, PROXY, BUSY, UNSUPPORTED, OBJECT_GONE, INVALID_VERSION, INVALID_PROPERTY, FAULT, LOGIN_STOPPED ->
                NOT_CHECKED;
        };
    }
}
