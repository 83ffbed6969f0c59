package dev.vspherecloud.serving.tls;

import dev.vspherecloud.text.KeyAndCertificate;
import java.time.InstantSource;

/// Where one certificate comes from, time and again.
///
/// Threads: one at a time.
interface CertificateLoader {
    /// The same as last time unless it changed. What can't be used any more is no change.
    KeyAndCertificate look();

    /// Opens a source for the first time.
    ///
    /// @throws TlsException when what it holds can't be used
    static CertificateLoader of(CertificateSource source, InstantSource clock) {
        return switch (source) {
            case CertificateSource.InMemory() -> new SelfSignedLoader(clock);
            case CertificateSource.Files files -> ServingCertificateFiles.open(files);
            case CertificateSource.Directory directory -> ServingCertificateDirectory.open(directory, clock);
        };
    }
}
