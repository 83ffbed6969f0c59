package dev.vspherecloud.vsphere.inventory.login;

import java.util.Locale;
/// The two ways into a vCenter: each has a session of its own, both count for the same account.

public enum LoginProtocol {
    SOAP("soap"),
    REST("rest");

    private final String word;

    LoginProtocol(String word) {
        this.word = word;
    }

    /// In records of logins and as value of a metric label, as in `soap`. It stays when the constant is renamed.
    public String word() {
        return word;
    }

    /// Reads the word, in any case.
    ///
    /// @throws IllegalArgumentException when it is none
    static LoginProtocol parse(String word) {
        for (LoginProtocol side : values()) {
            if (side.word.equalsIgnoreCase(word)) {
                return side;
            }
        }
        throw new IllegalArgumentException("no way into a vCenter: " + word);
    }

    /// In log lines, as in `SOAP`.
    @Override
    public String toString() {
        return word.toUpperCase(Locale.ROOT);
    }
}
