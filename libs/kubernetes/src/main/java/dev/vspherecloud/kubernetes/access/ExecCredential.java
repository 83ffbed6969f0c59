package dev.vspherecloud.kubernetes.access;

import java.time.Instant;
import java.util.Optional;

/// The credentials from an exec plugin: a token, or a certificate with its key, or both.
///
/// @param expires the expiry time, if the plugin reports one
record ExecCredential(String token, String certificatePem, String keyPem, Optional<Instant> expires) {
    @Override
    public String toString() {
        return "ExecCredential[]";
    }
}
