package dev.vspherecloud.ccm;

import dev.vspherecloud.config.CredentialsSource;
import dev.vspherecloud.config.SecretCredentials;
import dev.vspherecloud.config.VcenterConfig;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.SecretRead;
import dev.vspherecloud.kubernetes.SecretReader;
import dev.vspherecloud.vsphere.client.Credentials;
import dev.vspherecloud.vsphere.client.Secret;
import dev.vspherecloud.vsphere.inventory.CredentialSource;
import java.nio.file.Path;

/// Reads the credentials of one vCenter from where its configuration says they are.
///
/// Threads: any.
record VcenterCredentials(VcenterConfig vcenter, SecretReader secrets) implements CredentialSource {
    @Override
    public Reading read() {
        return switch (vcenter.credentials()) {
            case CredentialsSource.Inline(String user, var password) ->
                ready(user, password, "the configuration of vCenter " + vcenter.name());
            case CredentialsSource.KubernetesSecret secret -> fromSecret(secret);
            case CredentialsSource.Directory(Path path) ->
                new Reading.Absent("the directory " + path + " is not read yet");
        };
    }

    private Reading fromSecret(CredentialsSource.KubernetesSecret secret) {
        try {
            return switch (secrets.read(secret.namespace(), secret.name())) {
                case SecretRead.Found found -> fromData(secret, found);
                case SecretRead.Absent _ ->
                    new Reading.Absent(
                            "there is no Secret %s, which vsphere.conf names for vCenter %s: create it, or correct secretName and secretNamespace"
                                    .formatted(secret, vcenter.name()));
                case SecretRead.Denied(String message) ->
                    new Reading.Absent(
                            "Secret %s for vCenter %s may not be read: %s".formatted(secret, vcenter.name(), message));
            };
        } catch (KubeException e) {
            return new Reading.Absent(
                    "Secret %s for vCenter %s could not be read: %s".formatted(secret, vcenter.name(), e.getMessage()));
        }
    }

    private Reading fromData(CredentialsSource.KubernetesSecret secret, SecretRead.Found found) {
        return switch (SecretCredentials.find(secret, vcenter.server(), found.data())) {
            case SecretCredentials.Found(String user, var password) -> ready(user, password, "Secret " + secret);
            case SecretCredentials.Absent(String message) -> new Reading.Absent(message);
        };
    }

    private static Reading ready(String user, dev.vspherecloud.config.Secret password, String origin) {
        return new Reading.Ready(new Credentials(user, new Secret(password.reveal())), origin, "");
    }
}
