package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.vsphere.client.VcenterException;

/// The outcome of a login, as far as it matters for the lockout of the account.
public enum LoginOutcome {
    ACCEPTED("accepted"),
    REFUSED("refused"),
    /// The server may have refused the login, but no response arrived.
    UNANSWERED("unanswered"),
    /// The server certainly did not check the password.
    TAKEN_BACK("taken_back");

    private final String word;

    LoginOutcome(String word) {
        this.word = word;
    }

    /// Returns the value of a metric label, as in `taken_back`. It stays when the constant is renamed.
    public String word() {
        return word;
    }

    /// @param failure after user and password were sent, or were about to be
    static LoginOutcome of(VcenterException failure) {
        LoginOutcome fate = of(failure.kind());
        return fate == UNANSWERED && failure.isBeforeCredentials() ? TAKEN_BACK : fate;
    }

    private static LoginOutcome of(VcenterException.Kind kind) {
        return switch (kind) {
            case LOGIN_REFUSED, SESSION_LOST, NO_PERMISSION -> REFUSED;
            // The login may have been sent. A connection that breaks may have carried the request; an
            // unreadable response may have been a refusal.
            case TIMEOUT, UNREACHABLE, CANCELED, PROTOCOL, TOO_LARGE -> UNANSWERED;
            // The response was not about the password, or no request could be sent.
            case TLS, PROXY, BUSY, UNSUPPORTED, OBJECT_GONE, INVALID_VERSION, INVALID_PROPERTY, FAULT, LOGIN_STOPPED ->
                TAKEN_BACK;
        };
    }
}
