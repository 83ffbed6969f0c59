package dev.vspherecloud.serving.tls;

import dev.vspherecloud.text.KeyAndCertificate;
import java.time.InstantSource;

/// Loads one certificate and its key, and reloads them when they change.
///
/// Threads: one at a time.
interface CertificateLoader {
    /// Returns the current certificate and key. If the source has become unusable, it returns the last usable
    /// ones.
    KeyAndCertificate load();

    /// Creates the loader for a source, and loads the certificate for the first time.
    ///
    /// @throws TlsException if the content of the source cannot be used
    static CertificateLoader of(CertificateSource source, InstantSource clock) {
        return switch (source) {
            case CertificateSource.InMemory() -> new SelfSignedLoader(clock);
            case CertificateSource.Files files -> ServingCertificateFiles.open(files);
            case CertificateSource.Directory directory -> ServingCertificateDirectory.open(directory, clock);
        };
    }
}
