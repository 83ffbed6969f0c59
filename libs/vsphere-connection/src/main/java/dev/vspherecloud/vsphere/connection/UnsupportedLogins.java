package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.credentials.SecretCredentials;
import dev.vspherecloud.kubernetes.secret.SecretReader;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Finds vCenters whose credentials need a login method that this version does not support. A program checks that
/// before it takes part in leader election: the program that it replaces (Go) can log in to these vCenters, so it
/// must not replace that one.
///
/// Only credentials that were read count. A Secret that does not exist or cannot be read now may become readable
/// later.
public final class UnsupportedLogins {
    private UnsupportedLogins() {}

    /// Reads each Secret and each directory once, five seconds at most for a Secret. Returns for people why this
    /// process must not start; empty if it may start.
    public static Optional<String> rejection(Collection<VcenterTarget> vcenters, SecretReader secrets) {
        return rejection(vcenters, new CredentialReader(secrets)::read);
    }

    static Optional<String> rejection(
            Collection<VcenterTarget> vcenters, Function<CredentialsSource, CredentialUpdate> reader) {
        Map<CredentialsSource, CredentialUpdate> updates = new HashMap<>();
        List<String> refusals = vcenters.stream()
                .flatMap(vcenter ->
                        unsupported(updates.computeIfAbsent(vcenter.credentials(), reader), vcenter.server()).stream())
                .distinct()
                .toList();
        return refusals.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", refusals));
    }

    private static Optional<String> unsupported(CredentialUpdate update, String server) {
        return update instanceof CredentialUpdate.Contents(var credentials, var _)
                        && credentials.find(server) instanceof SecretCredentials.Unsupported(String message)
                ? Optional.of(message)
                : Optional.empty();
    }
}
