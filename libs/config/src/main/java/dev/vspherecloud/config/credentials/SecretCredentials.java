package dev.vspherecloud.config.credentials;

import dev.vspherecloud.text.Secret;

/// The credentials that a Secret or a directory of files contains for one vCenter. No message shows a value.
public sealed interface SecretCredentials {
    /// The entry of this vCenter is complete.
    ///
    /// @param user the user, never empty
    /// @param password the password, never empty
    record Found(String user, Secret password) implements SecretCredentials {}

    /// The Secret or directory contains credentials, but none for this vCenter. A client that uses older
    /// credentials stops.
    ///
    /// @param message the Secret or directory, the server, the expected keys, the existing keys, and what to do
    record Absent(String message) implements SecretCredentials {}

    /// The entry of this vCenter is incomplete or not text, or the whole Secret is empty. An administrator may be
    /// changing it at this moment. A client keeps older credentials, and does not log in with these.
    ///
    /// @param message the Secret or directory, the server, the keys with errors, and what to do
    record Unusable(String message) implements SecretCredentials {}

    /// The entry requires a login method that this version does not support: the session manager, or a
    /// certificate as user.
    ///
    /// @param message the Secret or directory, the server, the key, and what to do
    record Unsupported(String message) implements SecretCredentials {}

    /// Returns true if the user is a certificate in PEM, which cloud-provider-vsphere (Go) accepts in place of
    /// a user name.
    static boolean isCertificate(String user) {
        return user.contains("-----BEGIN ");
    }

    /// Returns false if the text has a control character that XML 1.0 cannot represent. A login to vCenter
    /// cannot send such a text.
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
