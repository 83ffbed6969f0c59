package dev.vspherecloud.config.credentials;

import dev.vspherecloud.text.Secret;

/// What a Secret, or a directory of files, holds for one vCenter. No message shows a value.
public sealed interface SecretCredentials {
    /// @param user     never empty
    /// @param password never an empty text
    record Found(String user, Secret password) implements SecretCredentials {}

    /// It holds credentials, and none for this vCenter: whoever used older ones stops.
    ///
    /// @param message names the place, the server, the keys expected and those present, and what to do
    record Absent(String message) implements SecretCredentials {}

    /// What it holds for this vCenter is not complete, or no text, or it is empty as a whole: somebody may be in the
    /// middle of changing it. Whoever has older credentials keeps them; nobody logs in with these.
    ///
    /// @param message names the place, the server, the keys at fault and what to do
    record Unusable(String message) implements SecretCredentials {}

    /// It wants a way to log in that this version has not: the session manager, or a certificate as user.
    ///
    /// @param message names the place, the server, the key and what to do
    record Unsupported(String message) implements SecretCredentials {}

    /// True for the PEM text that the Go program takes in place of a user name.
    static boolean isCertificate(String user) {
        return user.contains("-----BEGIN ");
    }

    /// False for a text with a control character that XML 1.0 has no way to write: no login to a vCenter can carry it.
    ///
    /// Rule from: XML 1.0, the `Char` production.
    static boolean canBeSent(String text) {
        return text.codePoints()
                .allMatch(c -> c == '\t'
                        || c == '\n'
                        || c == '\r'
                        || (c >= 0x20 && c <= 0xD7FF)
                        || (c >= 0xE000 && c <= 0xFFFD)
                        || c >= 0x10000);
    }
}
