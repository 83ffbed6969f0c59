package dev.vspherecloud.kubernetes.access;

import java.time.Instant;
import java.util.Optional;

/// What an exec plugin gave: a token, or a certificate with its key, or both.
///
/// @param expires when the plugin said it ends
record ExecCredential(String token, String certificatePem, String keyPem, Optional<Instant> expires) {
    @Override
    public String toString() {
        return "ExecCredential[]";
    }
}
