package dev.vspherecloud.serving.tls;

import dev.vspherecloud.text.KeyAndCertificate;
import dev.vspherecloud.text.PemBlock;
import dev.vspherecloud.text.PemText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Loads a certificate and its key from two files, which may change at any time. If the new contents cannot be
/// used, the previous certificate stays in force.
///
/// Both files are small and are read each time. Kubernetes replaces mounted files through symbolic links, and a
/// file on a network file system sends no change notification.
///
/// Rule from: apiserver, dynamiccertificates.DynamicCertKeyPairContent.
///
/// Threads: one, the same that created this object or one that began later.
final class ServingCertificateFiles implements CertificateLoader {
    private static final Logger log = LoggerFactory.getLogger(ServingCertificateFiles.class);

    private record Texts(String certificate, String key) {
        /// Returns a text without the key and the certificate.
        @Override
        public String toString() {
            return "Texts[]";
        }
    }

    private final CertificateSource.Files files;
    private Texts lastTexts;
    private KeyAndCertificate last;
    private String lastFailure = "";

    private ServingCertificateFiles(CertificateSource.Files files, Texts seen, KeyAndCertificate last) {
        this.files = files;
        this.lastTexts = seen;
        this.last = last;
    }

    static ServingCertificateFiles open(CertificateSource.Files files) {
        Texts texts = read(files);
        return new ServingCertificateFiles(files, texts, keyAndCertificate(files, texts));
    }

    @Override
    public KeyAndCertificate load() {
        try {
            Texts texts = read(files);
            if (!texts.equals(lastTexts)) {
                last = keyAndCertificate(files, texts);
                lastTexts = texts;
                log.atInfo()
                        .addKeyValue("file", files.certificate())
                        .addKeyValue("until", last.certificate().getNotAfter().toInstant())
                        .log("The serving certificate changed");
            }
            lastFailure = "";
        } catch (TlsException e) {
            logFailure(e.reason());
        }
        return last;
    }

    private void logFailure(String why) {
        if (!why.equals(lastFailure)) {
            log.atWarn()
                    .addKeyValue("cause", why)
                    .log("The serving certificate changed and cannot be used; the last valid one stays in use");
        }
        lastFailure = why;
    }

    private static Texts read(CertificateSource.Files files) {
        return new Texts(read(files.certificate()), read(files.key()));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new TlsException("the file \"%s\" does not exist".formatted(file), e);
        } catch (IOException e) {
            throw new TlsException("the file \"%s\" cannot be read (%s)".formatted(file, e), e);
        }
    }

    private static KeyAndCertificate keyAndCertificate(CertificateSource.Files files, Texts texts) {
        try {
            List<X509Certificate> chain = PemBlock.certificates(texts.certificate());
            if (chain.isEmpty()) {
                throw new TlsException("the file \"%s\" contains no certificate".formatted(files.certificate()));
            }
            PrivateKey key = PemText.key(texts.key(), chain.getFirst().getPublicKey())
                    .orElseThrow(
                            () -> new TlsException("the file \"%s\" contains no private key".formatted(files.key())));
            var keyAndCertificate = new KeyAndCertificate(key, chain);
            if (!keyAndCertificate.belongsTogether()) {
                throw notAPair(files);
            }
            return keyAndCertificate;
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            // The cause is dropped, since its message might quote the key.
            throw notAPair(files);
        }
    }

    private static TlsException notAPair(CertificateSource.Files files) {
        return new TlsException("the files \"%s\" and \"%s\" are not a certificate and its private key"
                .formatted(files.certificate(), files.key()));
    }
}
