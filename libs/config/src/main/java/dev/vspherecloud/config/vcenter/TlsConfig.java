package dev.vspherecloud.config.vcenter;

import java.util.List;

/// How a vCenter proves that it is the one we mean.
///
/// @param caFiles     PEM files that replace the system's authorities; empty means the system's
/// @param thumbprints SHA-1 or SHA-256 of the server's certificate, upper-case hex pairs joined by `:`; a certificate
///                    with one of them passes although the authorities do not vouch for it, or it is for another name
/// @param insecure    true when nothing is verified at all
public record TlsConfig(List<CaFile> caFiles, List<String> thumbprints, boolean insecure) {
    public TlsConfig {
        caFiles = List.copyOf(caFiles);
        thumbprints = List.copyOf(thumbprints);
    }
}
