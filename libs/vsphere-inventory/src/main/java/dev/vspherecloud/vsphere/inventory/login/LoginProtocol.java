package dev.vspherecloud.vsphere.inventory.login;

import java.util.Locale;
/// The two APIs of a vCenter that need a login: each has a session of its own, and both count for the same
/// account.

public enum LoginProtocol {
    SOAP("soap"),
    REST("rest");

    private final String text;

    LoginProtocol(String text) {
        this.text = text;
    }

    /// Returns the text for records of logins and for a metric label, as in `soap`. It stays when the constant is
    /// renamed.
    public String text() {
        return text;
    }

    /// Parses the text, in any case.
    ///
    /// @throws IllegalArgumentException if it names no protocol
    static LoginProtocol parse(String text) {
        for (LoginProtocol protocol : values()) {
            if (protocol.text.equalsIgnoreCase(text)) {
                return protocol;
            }
        }
        throw new IllegalArgumentException("not a login protocol: " + text);
    }

    /// Returns the text for log lines, as in `SOAP`.
    @Override
    public String toString() {
        return text.toUpperCase(Locale.ROOT);
    }
}
