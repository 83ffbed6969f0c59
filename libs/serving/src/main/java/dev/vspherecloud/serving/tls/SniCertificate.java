package dev.vspherecloud.serving.tls;

import java.util.List;

/// A certificate for clients that request certain server names (SNI).
///
/// @param names server names such as `metrics.example.net` or `*.example.net`; empty means the names in the
///     certificate
public record SniCertificate(CertificateSource.Files files, List<String> names) {
    public SniCertificate {
        names = List.copyOf(names);
    }
}
