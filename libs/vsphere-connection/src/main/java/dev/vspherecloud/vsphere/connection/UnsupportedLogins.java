package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.credentials.SecretCredentials;
import dev.vspherecloud.kubernetes.secret.SecretReader;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds vCenters whose credentials need a login method that this version does not support, and decides whether the
/// program may start in spite of them.
///
/// If it may, it serves the other vCenters. It must not start if it would replace a program that can log in to these
/// vCenters, or if it could serve no vCenter at all. A program checks that before it takes part in leader election.
///
/// Only credentials that were read count. A Secret that does not exist or cannot be read now may become readable
/// later.
public final class UnsupportedLogins {
    private static final Logger log = LoggerFactory.getLogger(UnsupportedLogins.class);

    private UnsupportedLogins() {}

    /// Reads each Secret and each directory once, five seconds at most for a Secret.
    ///
    /// @param replacesOther returns true if another program served the vCenters last; called only if a login is not
    ///     supported
    /// @return for people why this process must not start; empty if it may start
    public static Optional<String> rejection(
            Collection<VcenterTarget> vcenters, SecretReader secrets, BooleanSupplier replacesOther) {
        return rejection(vcenters, new CredentialReader(secrets)::read, replacesOther);
    }

    static Optional<String> rejection(
            Collection<VcenterTarget> vcenters,
            Function<CredentialsSource, CredentialUpdate> reader,
            BooleanSupplier replacesOther) {
        Map<CredentialsSource, CredentialUpdate> updates = new HashMap<>();
        List<String> unsupported = vcenters.stream()
                .flatMap(vcenter ->
                        unsupported(updates.computeIfAbsent(vcenter.credentials(), reader), vcenter.server()).stream())
                .toList();
        if (unsupported.isEmpty()) {
            return Optional.empty();
        }
        String why = String.join("; ", new LinkedHashSet<>(unsupported));
        if (unsupported.size() == vcenters.size()) {
            return Optional.of(why);
        }
        if (replacesOther.getAsBoolean()) {
            return Optional.of(why + " (another program led last, and it may be able to log in there)");
        }
        log.atError().addKeyValue("cause", why).log("Cannot log in to some vCenters; the others are served");
        return Optional.empty();
    }

    private static Optional<String> unsupported(CredentialUpdate update, String server) {
        return update instanceof CredentialUpdate.Contents(var credentials, var _)
                        && credentials.find(server) instanceof SecretCredentials.Unsupported(String message)
                ? Optional.of(message)
                : Optional.empty();
    }
}
