package dev.vspherecloud.config;

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
}
