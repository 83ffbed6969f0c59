package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.credentials.CredentialsSource.Directory;
import dev.vspherecloud.config.credentials.CredentialsSource.Inline;
import dev.vspherecloud.config.credentials.CredentialsSource.KubernetesSecret;
import dev.vspherecloud.config.credentials.SecretsDirectory;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.secret.SecretReadResult;
import dev.vspherecloud.kubernetes.secret.SecretReader;
import java.time.Duration;

/// Reads credentials once: before the process takes part in leader election, and for commands. [CredentialWatchers]
/// watches credentials while the process leads.
///
/// Threads: may be used from anywhere.
record CredentialReader(SecretReader secrets) {
    private static final Duration BUDGET = Duration.ofSeconds(5);

    /// Reads a Secret or a directory. Blocks for five seconds at most for a Secret, and on the file system for a
    /// directory.
    CredentialUpdate read(CredentialsSource source) {
        return switch (source) {
            case KubernetesSecret secret -> CredentialUpdate.of(secret, read(secret));
            case Directory(var path) -> CredentialUpdate.of(SecretsDirectory.read(path));
            case Inline _ -> new CredentialUpdate.Gone("credentials in the configuration are read with it");
        };
    }

    private SecretReadResult read(KubernetesSecret secret) {
        try {
            return secrets.read(secret.namespace(), secret.name(), BUDGET);
        } catch (KubeException e) {
            return new SecretReadResult.Unanswered(e.getMessage());
        }
    }
}
