package dev.vspherecloud.config;

import java.nio.file.Path;

/// Looks into the certificate files that a configuration names.
interface CaFiles {
    /// What looking into one came to.
    sealed interface Look {
        /// @param digest see [CaFile]
        record Usable(String digest) implements Look {}

        /// @param flaw why the file cannot be used, as `found X, expected Y; do Z`
        record Unusable(String flaw) implements Look {}
    }

    Look look(Path file);
}
