package dev.vspherecloud.ccm.config;

/// A way in which a user and a password reach us.
///
/// @param name  for the report
/// @param fate  by the rules of the format, whatever our reader does
/// @param trip  writes the two as a person or a tool would, and reads them with our reader
record CredentialSupply(String name, FateRule fate, Trip trip) {
    /// What is to become of a text.
    enum Fate {
        /// It arrives byte by byte.
        HOLDS,
        /// The format has no place for it, or nobody can log in with it: it is refused with a reason.
        REFUSED,
        /// There is no way to write it down at all.
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

    /// What became of a user and a password.
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
