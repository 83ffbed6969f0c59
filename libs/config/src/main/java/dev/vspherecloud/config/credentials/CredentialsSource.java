package dev.vspherecloud.config.credentials;

import dev.vspherecloud.text.Secret;
import java.nio.file.Path;

/// The source of the user and password of a vCenter.
public sealed interface CredentialsSource {
    /// The configuration itself contains them.
    record Inline(String user, Secret password) implements CredentialsSource {}

    /// This Kubernetes Secret contains them, under the vCenter's server: see [SecretCredentials].
    record KubernetesSecret(String namespace, String name) implements CredentialsSource {
        /// `kube-system/cpi-credentials`
        @Override
        public String toString() {
            return namespace + "/" + name;
        }
    }

    /// Files of this directory contain them, under the vCenter's server, with the names and contents of the keys
    /// of such a Secret.
    record Directory(Path path) implements CredentialsSource {}
}
