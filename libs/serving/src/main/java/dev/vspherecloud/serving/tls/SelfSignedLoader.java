package dev.vspherecloud.serving.tls;

import dev.vspherecloud.text.KeyAndCertificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Creates self-signed certificates, and replaces each before it expires.
///
/// Threads: one, the same that created this object or one that began later.
final class SelfSignedLoader implements CertificateLoader {
    private static final Duration RENEW_BEFORE = Duration.ofDays(30);

    private final InstantSource clock;
    private KeyAndCertificate last;

    SelfSignedLoader(InstantSource clock) {
        this.clock = clock;
        this.last = SelfSigned.make(clock.instant());
    }

    @Override
    public KeyAndCertificate load() {
        Instant now = clock.instant();
        if (last.certificate().getNotAfter().toInstant().isBefore(now.plus(RENEW_BEFORE))) {
            last = SelfSigned.make(now);
        }
        return last;
    }
}
