package dev.vspherecloud.config;

import java.nio.file.Path;
import java.util.Optional;

/// Looks into the certificate files that a configuration names.
interface CaFiles {
    /// Why the file cannot be used, as `found X, expected Y; do Z`; empty when it can.
    Optional<String> flaw(Path file);
}
