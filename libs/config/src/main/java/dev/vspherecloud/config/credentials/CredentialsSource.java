package dev.vspherecloud.config.credentials;

import dev.vspherecloud.text.Secret;
import java.nio.file.Path;

/// The place where the user and password of a vCenter are stored.
public sealed interface CredentialsSource {
    /// The configuration file itself contains the user and password.
    record Inline(String user, Secret password) implements CredentialsSource {}

    /// This Kubernetes Secret contains the user and password, under the server of the vCenter: see
    /// [SecretCredentials].
    record KubernetesSecret(String namespace, String name) implements CredentialsSource {
        /// Returns a text such as `kube-system/cpi-credentials`.
        @Override
        public String toString() {
            return namespace + "/" + name;
        }
    }

    /// Files in this directory contain the user and password, under the server of the vCenter. The file names
    /// and contents equal the keys and values of a Secret.
    record Directory(Path path) implements CredentialsSource {}
}
