package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.config.credentials.CredentialsSource.Inline;
import dev.vspherecloud.config.credentials.SecretCredentials;
import dev.vspherecloud.kubernetes.secret.SecretReader;
import java.util.Optional;

/// Reads the user name for a vCenter, for messages about a login.
public final class VcenterUser {
    private VcenterUser() {}

    /// Returns the user name; empty if it cannot be read. Blocks for five seconds at most for a Secret.
    public static Optional<String> read(VcenterTarget vcenter, SecretReader secrets) {
        if (vcenter.credentials() instanceof Inline(String user, var _)) {
            return Optional.of(user);
        }
        return new CredentialReader(secrets).read(vcenter.credentials())
                                instanceof CredentialUpdate.Contents(var credentials, var _)
                        && credentials.find(vcenter.server()) instanceof SecretCredentials.Found(String user, var _)
                ? Optional.of(user)
                : Optional.empty();
    }
}
