package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.config.credentials.CredentialSet;
import dev.vspherecloud.config.credentials.CredentialsSource.KubernetesSecret;
import dev.vspherecloud.config.credentials.SecretsDirectory;
import dev.vspherecloud.kubernetes.secret.SecretReadResult;

/// The result of reading a Secret or a directory with credentials.
sealed interface CredentialUpdate {
    /// The Secret or directory was read.
    ///
    /// @param revision the resource version of a Secret, empty for a directory
    record Contents(CredentialSet credentials, String revision) implements CredentialUpdate {}

    /// The Secret or directory does not exist, or this process may not read it.
    ///
    /// @param why for people: what is missing, and what to do
    record Gone(String why) implements CredentialUpdate {}

    /// The read failed; the content may be unchanged.
    record Unreadable(String why) implements CredentialUpdate {}

    static CredentialUpdate of(KubernetesSecret secret, SecretReadResult read) {
        return switch (read) {
            case SecretReadResult.Found(var data, String version) ->
                new Contents(CredentialSet.of("Secret " + secret, data), version);
            case SecretReadResult.Absent _ ->
                new Gone("there is no Secret " + secret + ": create it, or correct secretName and secretNamespace");
            case SecretReadResult.Denied(String message) ->
                new Gone("Secret " + secret + " may not be read by this account: " + message);
            case SecretReadResult.Unanswered(String message) ->
                new Unreadable("Secret " + secret + " could not be read: " + message);
        };
    }

    static CredentialUpdate of(SecretsDirectory.ReadResult result) {
        return switch (result) {
            case SecretsDirectory.ReadResult.Contents(CredentialSet credentials) -> new Contents(credentials, "");
            case SecretsDirectory.ReadResult.Unreadable(String why) -> new Gone(why);
        };
    }
}
