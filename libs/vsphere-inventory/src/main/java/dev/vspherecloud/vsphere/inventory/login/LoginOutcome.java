package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.vsphere.client.VcenterException;

/// What became of a login, as far as the account behind it is concerned.
public enum LoginOutcome {
    ACCEPTED("accepted"),
    REFUSED("refused"),
    /// The server may have refused it and we have not heard of it.
    UNANSWERED("unanswered"),
    /// The server surely did not look at the password.
    TAKEN_BACK("taken_back");

    private final String word;

    LoginOutcome(String word) {
        this.word = word;
    }

    /// As value of a metric label, as in `taken_back`. It stays when the constant is renamed.
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
            // Sent, perhaps. A connection that breaks may have carried the request; an answer that can't be read may
            // have been a refusal.
            case TIMEOUT, UNREACHABLE, CANCELED, PROTOCOL, TOO_LARGE -> UNANSWERED;
            // Another answer than one about the password, or none could be asked for.
            case TLS, PROXY, BUSY, UNSUPPORTED, OBJECT_GONE, INVALID_VERSION, INVALID_PROPERTY, FAULT, LOGIN_STOPPED ->
                TAKEN_BACK;
        };
    }
}
