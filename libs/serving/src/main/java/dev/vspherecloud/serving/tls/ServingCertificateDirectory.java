package dev.vspherecloud.serving.tls;

import dev.vspherecloud.text.KeyAndCertificate;
import dev.vspherecloud.text.PemText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The certificate and key files in `--cert-dir`, created if neither exists.
///
/// Rule from: apiserver, SecureServingOptions.MaybeDefaultWithSelfSignedCerts. Differs: if the directory is not
/// writable, as in a container with a read-only root, the server starts all the same and keeps the certificate
/// in memory.
final class ServingCertificateDirectory {
    private static final Logger log = LoggerFactory.getLogger(ServingCertificateDirectory.class);

    private ServingCertificateDirectory() {}

    static CertificateLoader open(CertificateSource.Directory source, InstantSource clock) {
        var files = new CertificateSource.Files(
                source.directory().resolve(source.pair() + ".crt"),
                source.directory().resolve(source.pair() + ".key"));
        if (Files.exists(files.certificate()) != Files.exists(files.key())) {
            throw new TlsException(
                    "only one of the files \"%s\" and \"%s\" exists, expected both or neither; add the missing one, or remove the other"
                            .formatted(files.certificate(), files.key()));
        }
        return Files.exists(files.key()) ? ServingCertificateFiles.open(files) : make(files, clock);
    }

    private static CertificateLoader make(CertificateSource.Files files, InstantSource clock) {
        try {
            write(SelfSigned.make(clock.instant()), files);
            return ServingCertificateFiles.open(files);
        } catch (IOException e) {
            log.atWarn()
                    .addKeyValue("file", files.certificate())
                    .addKeyValue("cause", e)
                    .log("The serving certificate cannot be written to the directory, and is kept in memory");
            return new SelfSignedLoader(clock);
        }
    }

    private static void write(KeyAndCertificate keyAndCertificate, CertificateSource.Files files) throws IOException {
        Files.createDirectories(files.key().toAbsolutePath().getParent());
        create(files.key(), "rw-------", PemText.of(keyAndCertificate.key()));
        try {
            create(files.certificate(), "rw-r--r--", PemText.of(keyAndCertificate.certificate()));
        } catch (IOException e) {
            Files.deleteIfExists(files.key());
            throw e;
        }
    }

    private static void create(Path file, String permissions, String text) throws IOException {
        FileAttribute<?> allowed = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
        Files.createFile(file, allowed);
        Files.writeString(file, text, StandardOpenOption.WRITE);
    }
}
