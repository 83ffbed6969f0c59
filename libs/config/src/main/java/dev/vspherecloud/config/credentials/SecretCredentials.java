package dev.vspherecloud.config.credentials;

import dev.vspherecloud.text.Secret;

/// The content of a Secret, or a directory of files, for one vCenter. No message shows a value.
public sealed interface SecretCredentials {
    /// @param user     never empty
    /// @param password never an empty text
    record Found(String user, Secret password) implements SecretCredentials {}

    /// It contains credentials, but none for this vCenter. A client that used older ones stops.
    ///
    /// @param message names the place, the server, the keys expected and those present, and what to do
    record Absent(String message) implements SecretCredentials {}

    /// The entry of this vCenter is incomplete, or no text, or the whole Secret is empty. A change may be in
    /// progress. A client keeps older credentials, and does not log in with these.
    ///
    /// @param message names the place, the server, the keys at fault and what to do
    record Unusable(String message) implements SecretCredentials {}

    /// It requires a login method that this version does not have: the session manager, or a certificate as user.
    ///
    /// @param message names the place, the server, the key and what to do
    record Unsupported(String message) implements SecretCredentials {}

    /// Returns true for the PEM text that cloud-provider-vsphere (Go) accepts in place of a user name.
    static boolean isCertificate(String user) {
        return user.contains("-----BEGIN ");
    }

    /// Returns false for a text with a control character that XML 1.0 cannot represent: no login to a vCenter can
    /// send it.
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
