package dev.vspherecloud.config.vcenter;

import java.util.List;

/// How the TLS certificate of a vCenter is verified.
///
/// @param caFiles PEM files that replace the system's CA certificates; empty means the system's
/// @param thumbprints SHA-1 or SHA-256 of the server's certificate, upper-case hex pairs joined by `:`; a
///   certificate with one of them is accepted although no CA certificate verifies it, or it is for another name
/// @param insecure true if nothing is verified at all
public record TlsConfig(List<CaFile> caFiles, List<String> thumbprints, boolean insecure) {
    public TlsConfig {
        caFiles = List.copyOf(caFiles);
        thumbprints = List.copyOf(thumbprints);
    }
}
