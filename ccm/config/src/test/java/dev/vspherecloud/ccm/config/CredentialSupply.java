package dev.vspherecloud.ccm.config;

/// A way in which users supply a user name and a password.
///
/// @param name     for the report
/// @param expected the result by the rules of the format
/// @param transfer writes both as a person or a tool does, and reads them with the reader of this project
record CredentialSupply(String name, FateRule fate, Trip trip) {
    /// The expected result for a text.
    enum Fate {
        /// The text arrives byte by byte.
        HOLDS,
        /// The format cannot contain the text, or no login is possible with it: the reader refuses it with a
        /// reason.
        REFUSED,
        /// The format has no way to write the text.
        INEXPRESSIBLE;

        Fate worst(Fate other) {
            return compareTo(other) > 0 ? this : other;
        }
    }

    @FunctionalInterface
    interface FateRule {
        Fate of(String text);
    }

    @FunctionalInterface
    interface Trip {
        Arrival carry(String user, String password);
    }

    /// The result for a user name and a password.
    sealed interface Arrival {
        record Carried(String user, String password) implements Arrival {}

        record Refused(String reason) implements Arrival {}
    }

    Fate fateOf(String user, String password) {
        return fate.of(user).worst(fate.of(password));
    }

    @Override
    public String toString() {
        return name;
    }
}
