package dev.vspherecloud.serving.tls;

import dev.vspherecloud.text.Identity;
import java.time.InstantSource;

/// Where one certificate comes from, time and again.
///
/// Threads: one at a time.
interface Origin {
    /// The same as last time unless it changed. What can't be used any more is no change.
    Identity look();

    /// Opens a source for the first time.
    ///
    /// @throws TlsException when what it holds can't be used
    static Origin of(CertificateSource source, InstantSource clock) {
        return switch (source) {
            case CertificateSource.InMemory() -> new OwnMaking(clock);
            case CertificateSource.Files files -> IdentityFiles.open(files);
            case CertificateSource.Directory directory -> IdentityDirectory.open(directory, clock);
        };
    }
}
