package dev.vspherecloud.vsphere.inventory.login;

import java.util.Locale;
/// The two APIs of a vCenter that need a login: each has a session of its own, and both count for the same
/// account.

public enum LoginProtocol {
    SOAP("soap"),
    REST("rest");

    private final String word;

    LoginProtocol(String word) {
        this.word = word;
    }

    /// Returns the text for records of logins and for a metric label, as in `soap`. It stays when the constant is
    /// renamed.
    public String word() {
        return word;
    }

    /// Parses the text, in any case.
    ///
    /// @throws IllegalArgumentException if it names no protocol
    static LoginProtocol parse(String word) {
        for (LoginProtocol side : values()) {
            if (side.word.equalsIgnoreCase(word)) {
                return side;
            }
        }
        throw new IllegalArgumentException("not a login protocol: " + word);
    }

    /// Returns the text for log lines, as in `SOAP`.
    @Override
    public String toString() {
        return word.toUpperCase(Locale.ROOT);
    }
}
