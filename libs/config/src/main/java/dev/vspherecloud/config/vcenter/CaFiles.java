package dev.vspherecloud.config.vcenter;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;

/// Reads the certificate files that a configuration names.
public interface CaFiles {
    /// The result of reading one file.
    sealed interface CaFileResult {
        /// @param certificates at least one
        record Usable(List<X509Certificate> certificates) implements CaFileResult {
            public Usable {
                certificates = List.copyOf(certificates);
            }
        }

        /// @param reason why the file cannot be used, as `found X, expected Y; do Z`
        record Unusable(String reason) implements CaFileResult {}
    }

    CaFileResult read(Path file);

    /// Returns a reader of PEM files. It blocks on the file system.
    static CaFiles ofPem() {
        return new PemFiles();
    }
}
