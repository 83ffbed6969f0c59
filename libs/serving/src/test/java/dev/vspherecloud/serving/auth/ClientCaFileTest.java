package dev.vspherecloud.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientCaFileTest {
    private static final ServerIdentity ROOT =
            ServerIdentity.certificateAuthority("Root").generate();
    private static final ServerIdentity OTHER =
            ServerIdentity.certificateAuthority("Other").generate();

    @TempDir
    private Path folder;

    private final ManualNanos time = new ManualNanos();

    @Test
    void isReadAgainAfterAWhile() throws IOException {
        Path file = write(ROOT.certificatePem());
        ClientCaFile caFile = ClientCaFile.open(file, time);
        write(OTHER.certificatePem());

        assertThat(caFile.get().certificates()).containsExactly(ROOT.certificate());
        time.pass(ClientCaFile.READ_INTERVAL);
        assertThat(caFile.get().certificates()).containsExactly(OTHER.certificate());
    }

    @Test
    void theLastCertificatesStayIfTheFileIsUnreadable() throws IOException {
        Path file = write(ROOT.certificatePem());
        ClientCaFile caFile = ClientCaFile.open(file, time);
        Files.delete(file);
        time.pass(ClientCaFile.READ_INTERVAL);
        assertThat(caFile.get().certificates()).containsExactly(ROOT.certificate());

        write("half a certif");
        time.pass(ClientCaFile.READ_INTERVAL);
        assertThat(caFile.get().certificates()).containsExactly(ROOT.certificate());

        write(OTHER.certificatePem());
        time.pass(ClientCaFile.READ_INTERVAL);
        assertThat(caFile.get().certificates()).containsExactly(OTHER.certificate());
    }

    @Test
    void mustBeUsableAtTheStart() throws IOException {
        Path empty = write("");

        assertThatThrownBy(() -> ClientCaFile.open(empty, time))
                .isInstanceOf(ClientCaException.class)
                .hasMessageContaining(empty.toString())
                .hasMessageContaining("contains no certificate");
        assertThatThrownBy(() -> ClientCaFile.open(folder.resolve("missing"), time))
                .isInstanceOf(ClientCaException.class)
                .hasMessageContaining("missing");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("ca.crt"), text);
    }
}
