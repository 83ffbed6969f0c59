package dev.vspherecloud.kubernetes.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.LoopbackListener;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import dev.vspherecloud.testkit.wire.Workers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApiProxyUrlTest {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final Workers workers = new Workers("proxy");
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile int tunnelTo;
    private final LoopbackListener listener = LoopbackListener.open(workers, Optional.empty(), this::serve);

    @AfterEach
    void close() {
        listener.close();
        workers.close();
    }

    @Test
    void aRequestGoesToTheProxyWithItsLogin() throws InterruptedException {
        assertThat(send("http://api.test:8080", "me:s3cret@")).isEqualTo(200);
        assertThat(requests).containsExactly("GET http://api.test:8080/version HTTP/1.1 Basic bWU6czNjcmV0");
    }

    @Test
    void anHttpsRequestSendsOnlyConnectToTheProxy() {
        assertThatThrownBy(() -> send("https://api.test:6443", ""))
                .isInstanceOf(KubeException.class)
                .hasMessageNotContaining("s3cret");
        assertThat(requests).containsExactly("CONNECT api.test:6443 HTTP/1.1 ");
    }

    /// The tunnel leads to a server of this test, whatever host was requested.
    @Test
    void checksTheCertificateOfTheServerThroughTheTunnel() throws InterruptedException {
        var identity = ServerIdentity.forHosts("api.test").generate();
        try (LoopbackListener server =
                LoopbackListener.open(workers, Optional.of(identity.serverContext()), this::serve)) {
            tunnelTo = server.port();

            assertThat(send("https://api.test:6443", "", Optional.of(identity.certificatePem())))
                    .isEqualTo(200);
            assertThat(requests).containsExactly("CONNECT api.test:6443 HTTP/1.1 ", "GET /version HTTP/1.1 ");
            assertThatThrownBy(() -> send("https://other.test:6443", "", Optional.of(identity.certificatePem())))
                    .isInstanceOfSatisfying(
                            KubeException.class, e -> assertThat(e.kind()).isEqualTo(KubeException.Kind.TLS));
        }
    }

    private void tunnel(Connection connection) throws IOException {
        connection.output().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        connection.output().flush();
        try (var server = new Socket(InetAddress.getLoopbackAddress(), tunnelTo)) {
            Thread.ofVirtual().start(() -> copy(server, connection));
            connection.input().transferTo(server.getOutputStream());
        }
    }

    private static void copy(Socket server, Connection connection) {
        try {
            byte[] piece = new byte[8192];
            for (int read = server.getInputStream().read(piece);
                    read >= 0;
                    read = server.getInputStream().read(piece)) {
                connection.output().write(piece, 0, read);
                connection.output().flush();
            }
        } catch (IOException _) {
            // One of the two has closed the connection.
        }
    }

    @Test
    void onlyHttpProxiesAreSupported() {
        assertThat(ApiProxyUrl.parse("http://[fd00::1]:3128")).hasValue(new ApiProxyUrl("fd00::1", 3128, ""));
        assertThat(ApiProxyUrl.parse("HTTP://proxy.test")).hasValue(new ApiProxyUrl("proxy.test", 80, ""));
        assertThat(ApiProxyUrl.parse("socks5://proxy.test:1080")).isEmpty();
        assertThat(ApiProxyUrl.parse("https://proxy.test")).isEmpty();
        assertThat(ApiProxyUrl.parse("proxy.test:3128")).isEmpty();
        assertThat(ApiProxyUrl.parse("http://me:s3cret@proxy.test:1")
                        .orElseThrow()
                        .toString())
                .isEqualTo("proxy.test:1");
    }

    private int send(String url, String login) throws InterruptedException {
        return send(url, login, Optional.empty());
    }

    private int send(String url, String login, Optional<String> caPem) throws InterruptedException {
        var access = new Access(
                url,
                new Access.ApiTrust(caPem.map(pem -> new PemSource.Inline(pem, "the test")), false, ""),
                Access.ApiIdentity.of(new RequestIdentity.Token("s3cret", "the test")),
                ApiProxyUrl.parse("http://" + login + "127.0.0.1:" + listener.port()));
        ApiClient client = ApiClient.of(access);
        try {
            return new HttpTransport(url, "test", _ -> client, System::nanoTime)
                    .send(ApiCall.get("/version"), DEADLINE)
                    .status();
        } finally {
            client.close();
        }
    }

    private void serve(Connection connection) {
        try {
            Optional<Request> request = Request.readFrom(connection.input(), connection.output());
            if (request.isPresent()) {
                String line = request.get().head().startLine();
                requests.add(line + " "
                        + request.get().head().value("Proxy-Authorization").orElse(""));
                if (line.startsWith("CONNECT") && tunnelTo > 0) {
                    tunnel(connection);
                    return;
                }
                int status = line.startsWith("CONNECT") ? 403 : 200;
                Response.of(status, "application/json", Content.of("{}"))
                        .with("Connection", "close")
                        .writeTo(connection.output());
                connection.output().flush();
            }
        } catch (IOException _) {
            // The client has closed the connection.
        }
    }
}
