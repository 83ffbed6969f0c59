package dev.vspherecloud.config.vcenter;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;

/// A file with CA certificates. Two are equal only if their paths and certificates are equal, so a replaced
/// bundle is a change of the configuration.
///
/// @param certificates the certificates in the file, at least one
public record CaFile(Path path, List<X509Certificate> certificates) {
    public CaFile {
        certificates = List.copyOf(certificates);
    }

    @Override
    public String toString() {
        return path + " (" + certificates.size() + " certificates)";
    }
}
