package dev.vspherecloud.ccm.config;

/// A way in which users supply a user name and a password.
///
/// @param name     for the report
/// @param expected the result by the rules of the format, whatever the reader of this project does
/// @param transfer writes both as a person or a tool does, and reads them with the reader of this project
record CredentialSupply(String name, ExpectationRule expected, Transfer transfer) {
    /// The expected result for a text.
    enum Expectation {
        /// The text arrives byte by byte.
        ARRIVES,
        /// The format cannot contain the text, or no login is possible with it: the reader refuses it with a
        /// reason.
        REFUSED,
        /// The format has no way to write the text.
        INEXPRESSIBLE;

        Expectation worst(Expectation other) {
            return compareTo(other) > 0 ? this : other;
        }
    }

    @FunctionalInterface
    interface ExpectationRule {
        Expectation of(String text);
    }

    @FunctionalInterface
    interface Transfer {
        TransferResult transfer(String user, String password);
    }

    /// The result for a user name and a password.
    sealed interface TransferResult {
        record Arrived(String user, String password) implements TransferResult {}

        record Refused(String reason) implements TransferResult {}
    }

    Expectation expectedFor(String user, String password) {
        return expected.of(user).worst(expected.of(password));
    }

    @Override
    public String toString() {
        return name;
    }
}
