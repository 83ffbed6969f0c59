package dev.vspherecloud.config.vcenter;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;

/// Looks into the certificate files that a configuration names.
public interface CaFiles {
    /// What looking into one came to.
    sealed interface Look {
        /// @param certificates at least one
        record Usable(List<X509Certificate> certificates) implements Look {
            public Usable {
                certificates = List.copyOf(certificates);
            }
        }

        /// @param flaw why the file cannot be used, as `found X, expected Y; do Z`
        record Unusable(String flaw) implements Look {}
    }

    Look look(Path file);

    /// Reads them as PEM. Blocks on the file system.
    static CaFiles ofPem() {
        return new PemFiles();
    }
}
