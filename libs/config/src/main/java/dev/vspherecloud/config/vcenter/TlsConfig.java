package dev.vspherecloud.config.vcenter;

import java.util.List;

/// The settings for the verification of a vCenter's TLS certificate.
///
/// @param caFiles PEM files that replace the system's CA certificates; empty means those of the system
/// @param thumbprints SHA-1 or SHA-256 thumbprints of the server certificate, upper-case hex pairs joined by
///     `:`. A certificate with one of them is accepted even if no CA certificate verifies it, or if it is for
///     another name
/// @param insecure true if the client accepts every certificate
public record TlsConfig(List<CaFile> caFiles, List<String> thumbprints, boolean insecure) {
    public TlsConfig {
        caFiles = List.copyOf(caFiles);
        thumbprints = List.copyOf(thumbprints);
    }
}
