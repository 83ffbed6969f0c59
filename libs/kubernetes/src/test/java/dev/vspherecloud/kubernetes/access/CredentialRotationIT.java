package dev.vspherecloud.kubernetes.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tokens and certificates are replaced on disk while a connection is in use.
class CredentialRotationIT {
    private static final Duration TIMEOUT = EventTimeout.LIMIT;

    private static KubeApiServer server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        server = KubeApiServer.shared();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aTokenFileIsReadAgainForEachRequest() throws IOException {
        write("token", server.admin().token());
        String text =
                server.kubeconfig().text().replace("token: " + server.admin().token(), "tokenFile: token");
        try (KubeConnection connection = open(text)) {
            assertThat(connection.serverVersion()).startsWith("v1.");

            write("token", "expired");
            assertThatThrownBy(connection::serverVersion).isInstanceOf(KubeException.class);

            write("token", server.admin().token() + "\n");
            assertThat(connection.serverVersion()).startsWith("v1.");
        }
    }

    /// The server presents a certificate of another CA, and a little later the file with the CA certificate is
    /// replaced.
    @Test
    void aCaThatIsReplacedOnDiskIsTrustedFromThenOn() throws IOException {
        try (FaultProxy proxy = FaultProxy.inFrontOf(server.url()).start()) {
            write("ca.crt", proxy.identity().certificatePem());
            String text = server.kubeconfig()
                    .through(proxy.uri(), proxy.identity().certificatePem())
                    .text()
                    .replaceAll("certificate-authority-data: .*", "certificate-authority: ca.crt");
            try (KubeConnection connection = open(text)) {
                assertThat(connection.serverVersion()).startsWith("v1.");

                var renewed = ServerIdentity.generate();
                proxy.useIdentity(renewed);
                assertThatThrownBy(connection::serverVersion).isInstanceOf(KubeException.class);

                write("ca.crt", renewed.certificatePem());
                await().atMost(TIMEOUT)
                        .ignoreException(KubeException.class)
                        .until(() -> connection.serverVersion().startsWith("v1."));
            }
        }
    }

    private KubeConnection open(String kubeconfig) throws IOException {
        return KubeConnection.open("test", write("kubeconfig", kubeconfig).toString(), "");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
