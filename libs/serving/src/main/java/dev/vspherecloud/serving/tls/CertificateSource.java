package dev.vspherecloud.serving.tls;

import java.nio.file.Path;

/// Where the serving certificate comes from.
public sealed interface CertificateSource {
    /// A self-signed certificate for `localhost` and `127.0.0.1`, made at the start and kept in memory only.
    record InMemory() implements CertificateSource {}

    /// Two PEM files, read again when they change.
    ///
    /// @param certificate file with the serving certificate, followed by the intermediate certificates
    record Files(Path certificate, Path key) implements CertificateSource {}

    /// A directory that holds `<pair>.crt` and `<pair>.key`; both are created there if neither exists.
    record Directory(Path directory, String pair) implements CertificateSource {}
}
