package dev.vspherecloud.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// How a vCenter proves that it is the one we mean.
///
/// @param caFiles    PEM files that replace the system's authorities; empty means the system's
/// @param thumbprint SHA-1 or SHA-256 of the server's certificate, upper-case hex pairs joined by `:`; lets a
///                   certificate pass that the authorities do not vouch for, or that is for another name
/// @param insecure   true when nothing is verified at all
public record TlsConfig(List<Path> caFiles, Optional<String> thumbprint, boolean insecure) {
    public TlsConfig {
        caFiles = List.copyOf(caFiles);
    }
}
