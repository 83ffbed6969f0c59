package dev.vspherecloud.kubernetes.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests an access against a TLS server that records the requested server name and the client certificate.
class ApiTlsTest {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final List<String> names = new CopyOnWriteArrayList<>();
    private final List<Certificate> presented = new CopyOnWriteArrayList<>();
    private Optional<SSLServerSocket> server = Optional.empty();

    @AfterEach
    void close() throws IOException {
        if (server.isPresent()) {
            server.get().close();
        }
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1", "localhost"})
    void checksTheCertificateAgainstTheServerNameAndSendsItAsSni(String host) throws Exception {
        var identity = ServerIdentity.forHosts("api.test").generate();
        listen(identity.serverContext());

        assertThat(status(access(host, identity.certificatePem(), "api.test", false)))
                .isEqualTo(200);
        assertThat(names).containsExactly("api.test");
    }

    /// Only the configured server name counts: the certificate is refused for the host of the URL and for any
    /// other name.
    @ParameterizedTest
    @CsvSource({"127.0.0.1", "localhost"})
    void refusesACertificateThatIsOnlyForTheHostOfTheUrl(String host) throws Exception {
        var identity = ServerIdentity.generate();
        listen(identity.serverContext());

        assertFailsInTls(access(host, identity.certificatePem(), "api.test", false));
        assertThat(status(access(host, identity.certificatePem(), "", false))).isEqualTo(200);
    }

    @Test
    void aServerNameMayBeAnAddress() throws Exception {
        var identity = ServerIdentity.forHosts("10.96.0.1").generate();
        listen(identity.serverContext());

        assertThat(status(access("localhost", identity.certificatePem(), "10.96.0.1", false)))
                .isEqualTo(200);
        assertThat(names).as("TLS has no place for addresses").isEmpty();
        assertFailsInTls(access("localhost", identity.certificatePem(), "10.96.0.2", false));
    }

    @Test
    void onlyTheCaOfTheAccessIsTrusted() throws Exception {
        listen(ServerIdentity.generate().serverContext());

        assertFailsInTls(access("127.0.0.1", ServerIdentity.generate().certificatePem(), "", false));
    }

    @Test
    void insecureAcceptsAnyCertificateForAnyName() throws Exception {
        listen(ServerIdentity.forHosts("elsewhere.test").generate().serverContext());

        assertThat(status(access("127.0.0.1", "", "", true))).isEqualTo(200);
        assertThat(status(access("localhost", "", "api.test", true))).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "rsa.crt, rsa-pkcs8.test-key",
        "rsa.crt, rsa-pkcs1.test-key",
        "ec.crt, ec-sec1.test-key",
        "ec.crt, ec-parameters.test-key",
        "ec-chain.crt, ec-pkcs8.test-key",
        "ec384.crt, ec384-sec1.test-key",
        "ed25519.crt, ed25519-pkcs8.test-key"
    })
    void theClientCertificateIsSentRegardlessOfTheCasThatTheServerNames(String certificate, String key)
            throws Exception {
        var identity = ServerIdentity.generate();
        listen(identity.clientCertificateContext());
        var pair = new Access.ClientPair(pem(certificate), pem(key));
        Access plain = access("127.0.0.1", identity.certificatePem(), "", false);
        var access = new Access(
                plain.url(),
                plain.trust(),
                new Access.ApiIdentity(Optional.of(pair), new RequestIdentity.Anonymous(), Impersonation.NONE),
                plain.proxy());

        assertThat(status(access)).isEqualTo(200);
        assertThat(presented).isEqualTo(ApiTls.keyAndCertificate(pair).chain());
    }

    private static PemSource pem(String name) {
        return new PemSource.InFile(KubeconfigCorpus.FOLDER.resolve("keys").resolve(name), "the test");
    }

    private void assertFailsInTls(Access access) {
        assertThatThrownBy(() -> status(access)).isInstanceOfSatisfying(KubeException.class, e -> assertThat(e.kind())
                .isEqualTo(Kind.TLS));
    }

    private Access access(String host, String caPem, String serverName, boolean isInsecure) {
        return new Access(
                "https://%s:%d".formatted(host, server.orElseThrow().getLocalPort()),
                new Access.ApiTrust(
                        caPem.isEmpty() ? Optional.empty() : Optional.of(new PemSource.Inline(caPem, "the test")),
                        isInsecure,
                        serverName),
                Access.ApiIdentity.of(new RequestIdentity.Anonymous()),
                Optional.empty());
    }

    private static int status(Access access) throws InterruptedException {
        ApiClient client = ApiClient.of(access);
        try {
            return new HttpTransport(access.url(), "test", _ -> client, System::nanoTime)
                    .send(ApiCall.get("/version"), DEADLINE)
                    .status();
        } finally {
            client.close();
        }
    }

    private void listen(SSLContext context) throws IOException {
        var socket = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 5, InetAddress.getLoopbackAddress());
        socket.setWantClientAuth(true);
        server = Optional.of(socket);
        Thread.ofVirtual().start(() -> {
            while (!socket.isClosed()) {
                serve(socket);
            }
        });
    }

    private void serve(SSLServerSocket socket) {
        try (var connection = (SSLSocket) socket.accept()) {
            connection.startHandshake();
            ((ExtendedSSLSession) connection.getSession())
                    .getRequestedServerNames()
                    .forEach(name -> names.add(((SNIHostName) name).getAsciiName()));
            presented.addAll(peer(connection));
            if (connection.getInputStream().read() >= 0) {
                connection
                        .getOutputStream()
                        .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
                                .getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException _) {
            // The client has closed the connection.
        }
    }

    private static List<Certificate> peer(SSLSocket connection) {
        try {
            return List.of(connection.getSession().getPeerCertificates());
        } catch (SSLPeerUnverifiedException _) {
            return List.of();
        }
    }
}
