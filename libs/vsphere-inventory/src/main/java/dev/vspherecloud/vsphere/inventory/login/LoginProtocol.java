package dev.vspherecloud.vsphere.inventory.login;

import java.util.Locale;
/// The two APIs of a vCenter that need a login. Each has a session of its own, and both count for the same
/// account.

public enum LoginProtocol {
    SOAP("soap"),
    REST("rest");

    private final String text;

    LoginProtocol(String text) {
        this.text = text;
    }

    /// Returns the text for login records and for a metric label, as in `soap`. The text does not change if the
    /// constant is renamed.
    public String text() {
        return text;
    }

    /// Parses the text in upper or lower case.
    ///
    /// @throws IllegalArgumentException if the text names no protocol
    static LoginProtocol parse(String text) {
        for (LoginProtocol protocol : values()) {
            if (protocol.text.equalsIgnoreCase(text)) {
                return protocol;
            }
        }
        throw new IllegalArgumentException("not a login protocol: " + text);
    }

    /// Returns the protocol as log lines show it, as in `SOAP`.
    @Override
    public String toString() {
        return text.toUpperCase(Locale.ROOT);
    }
}
