package dev.vspherecloud.serving.tls;

import java.nio.file.Path;

/// The source of the serving certificate.
public sealed interface CertificateSource {
    /// A self-signed certificate for `localhost` and `127.0.0.1`, created at the start and kept in memory only.
    record InMemory() implements CertificateSource {}

    /// Two PEM files, read again when they change.
    ///
    /// @param certificate a file with the serving certificate, followed by the intermediate certificates
    record Files(Path certificate, Path key) implements CertificateSource {}

    /// A directory that contains `<pair>.crt` and `<pair>.key`. If neither exists, both are created.
    record Directory(Path directory, String pair) implements CertificateSource {}
}
