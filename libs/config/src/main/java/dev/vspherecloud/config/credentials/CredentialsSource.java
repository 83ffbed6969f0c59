package dev.vspherecloud.config.credentials;

import dev.vspherecloud.text.Secret;
import java.nio.file.Path;

/// Where the user and password of a vCenter come from.
public sealed interface CredentialsSource {
    /// They stand in the configuration.
    record Inline(String user, Secret password) implements CredentialsSource {}

    /// They are in this Kubernetes Secret, under the vCenter's server: see [SecretCredentials].
    record KubernetesSecret(String namespace, String name) implements CredentialsSource {
        /// `kube-system/cpi-credentials`
        @Override
        public String toString() {
            return namespace + "/" + name;
        }
    }

    /// They are files of this directory, under the vCenter's server, named and filled as the keys of such a Secret.
    record Directory(Path path) implements CredentialsSource {}
}
