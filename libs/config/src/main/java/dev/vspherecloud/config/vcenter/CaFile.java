package dev.vspherecloud.config.vcenter;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;

/// A file with certificates of authorities. With others in it, it is another one: a bundle that was replaced is a
/// change of the configuration.
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
