package dev.vspherecloud.serving.tls;

import java.nio.file.Path;

/// Where the certificate of the port comes from.
public sealed interface CertificateSource {
    /// Made at the start, signed by itself, for `localhost` and `127.0.0.1`, and kept nowhere.
    record InMemory() implements CertificateSource {}

    /// Two PEM files, read again when they change.
    ///
    /// @param certificate with the intermediate ones after it
    record Files(Path certificate, Path key) implements CertificateSource {}

    /// A directory that holds `<pair>.crt` and `<pair>.key`; both are made there when neither exists.
    record Directory(Path directory, String pair) implements CertificateSource {}
}
