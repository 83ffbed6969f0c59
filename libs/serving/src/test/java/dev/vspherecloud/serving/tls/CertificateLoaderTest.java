package dev.vspherecloud.serving.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.testkit.time.ManualClock;
import dev.vspherecloud.text.KeyAndCertificate;
import dev.vspherecloud.text.PemText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateLoaderTest {
    private static final String PAIR = "cloud-controller-manager";

    @TempDir
    Path folder;

    private final ManualClock clock = ManualClock.started();
    private final KeyAndCertificate one = SelfSigned.make(Instant.EPOCH);
    private final KeyAndCertificate other = SelfSigned.make(Instant.EPOCH);
    private CertificateSource.Files files = new CertificateSource.Files(Path.of(""), Path.of(""));

    @BeforeEach
    void write() throws IOException {
        files = CertificateFiles.to(folder, "tls", one);
    }

    private CertificateLoader open() {
        return CertificateLoader.of(files, clock);
    }

    private CertificateLoader directory(Path directory) {
        return CertificateLoader.of(new CertificateSource.Directory(directory, PAIR), clock);
    }

    @Test
    void changedFilesCountAtTheNextLoad() throws IOException {
        CertificateLoader loader = open();
        assertThat(loader.load()).isEqualTo(one);

        CertificateFiles.over(files, other);

        assertThat(loader.load()).isEqualTo(other);
    }

    @Test
    void theLastValidPairStaysWhileTheFilesAreNoPair() throws IOException {
        CertificateLoader loader = open();

        Files.writeString(files.certificate(), PemText.of(other.certificate()));
        assertThat(loader.load()).isEqualTo(one);
        Files.delete(files.key());
        assertThat(loader.load()).isEqualTo(one);
        CertificateFiles.over(files, other);
        assertThat(loader.load()).isEqualTo(other);
    }

    @Test
    void unusableFilesAreReportedAtTheStart() throws IOException {
        Files.writeString(files.key(), PemText.of(other.key()));
        assertThatThrownBy(this::open)
                .isInstanceOf(TlsException.class)
                .hasMessageContainingAll("tls.crt", "tls.key", "are not a certificate and its private key");

        Files.writeString(files.key(), "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n");
        assertThatThrownBy(this::open).isInstanceOf(TlsException.class).hasNoCause();

        Files.writeString(files.key(), "nothing");
        assertThatThrownBy(this::open).hasMessageContainingAll("tls.key", "contains no private key");

        Files.writeString(files.certificate(), "nothing");
        assertThatThrownBy(this::open).hasMessageContainingAll("tls.crt", "contains no certificate");

        Files.delete(files.certificate());
        assertThatThrownBy(this::open).hasMessageContainingAll("tls.crt", "does not exist");
    }

    @Test
    void anEmptyDirectoryGetsAPair() throws IOException {
        Path directory = folder.resolve("made/new");

        KeyAndCertificate made = directory(directory).load();

        Path key = directory.resolve(PAIR + ".key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
        assertThat(directory(directory).load()).isEqualTo(made);
    }

    @Test
    void halfAPairIsAnError() throws IOException {
        Files.move(files.key(), folder.resolve(PAIR + ".key"));

        assertThatThrownBy(() -> directory(folder)).hasMessageContainingAll(PAIR + ".crt", PAIR + ".key", "only one");
    }

    @Test
    void withoutAWritableDirectoryTheCertificateStaysInMemory() {
        KeyAndCertificate made = directory(files.key()).load();

        assertThat(made.certificate().getSubjectX500Principal().getName()).isEqualTo("CN=localhost");
    }
}
