package dev.vspherecloud.config.vcenter;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;

/// A file with CA certificates. Two are equal only if their certificates are, so a replaced bundle is a change of
/// the configuration.
///
/// @param certificates at least one
public record CaFile(Path path, List<X509Certificate> certificates) {
    public CaFile {
        certificates = List.copyOf(certificates);
    }

    @Override
    public String toString() {
        return path + " (" + certificates.size() + " certificates)";
    }
}
