package dev.vspherecloud.config.vcenter;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;

/// Reads the certificate files that a configuration names.
public interface CaFiles {
    /// The result of reading one certificate file.
    sealed interface CaFileResult {
        /// The file contains certificates.
        ///
        /// @param certificates the certificates, at least one
        record Usable(List<X509Certificate> certificates) implements CaFileResult {
            public Usable {
                certificates = List.copyOf(certificates);
            }
        }

        /// The file cannot be used.
        ///
        /// @param reason a sentence such as `found X, expected Y; do Z`
        record Unusable(String reason) implements CaFileResult {}
    }

    CaFileResult read(Path file);

    /// Creates a reader of PEM files. A read blocks on the file system.
    static CaFiles ofPem() {
        return new PemFiles();
    }
}
