package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.http.HttpProxy;
import dev.vspherecloud.http.PrintableText;
import dev.vspherecloud.http.TlsFailureReason;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.proxy.ConnectProxy;
import dev.vspherecloud.testkit.wire.Header;
import dev.vspherecloud.testkit.wire.ScriptedServer;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests connections through an HTTP proxy that requires no login; `ProxyLoginIT` tests a proxy that requires one.
class TunnelTest {
    private static final ServerIdentity IDENTITY =
            ServerIdentity.forHosts("vc.example.com", "10.0.0.4", "127.0.0.1").generate();
    private static final TlsTrust TRUST = new TlsTrust.Authorities(List.of(IDENTITY.certificate()), "test.pem");
    private static final String TARGET = "vc.example.com:443";

    private final ScriptedServer server =
            ScriptedServer.start(IDENTITY, "127.0.0.1", Recorded.vcenter(_ -> ScriptedServer.neverAnswer()));
    private final ConnectProxy proxy = ConnectProxy.start();

    @AfterEach
    void stop() {
        proxy.close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"vc.example.com,vc.example.com:443", "10.0.0.4,10.0.0.4:443"})
    void theProxyReceivesOnlyHostAndPort(String host, String target) {
        proxy.route(target, server.port());
        try (var client = client(host, Duration.ofSeconds(10));
                var session = client.login(Recorded.CREDENTIALS)) {
            assertThat(session).isNotNull();
            assertThat(client.connect().about().version()).isEqualTo("6.5.0");
        }

        assertThat(proxy.requests()).isNotEmpty().allSatisfy(request -> {
            assertThat(request.startLine()).isEqualTo("CONNECT " + target + " HTTP/1.1");
            assertThat(request.headers())
                    .extracting(Header::name)
                    .isSubsetOf("Host", "User-Agent", "Content-Length", "Connection", "Proxy-Connection");
        });
        assertThat(server.requests())
                .allSatisfy(request -> assertThat(request.head()).doesNotContainIgnoringCase("proxy-"));
    }

    @Test
    void anIpv6AddressBehindAProxyIsRefused() {
        VcenterException e = failure("2001:db8::5");

        assertThat(e.kind()).isEqualTo(Kind.PROXY);
        assertThat(e)
                .hasMessageContaining("nothing sent: a server behind a proxy needs a host name or an IPv4 address");
        assertThat(proxy.requests()).isEmpty();
    }

    @Test
    void checksTheCertificateAgainstTheHostOfTheServer() {
        proxy.route("10.0.0.5:443", server.port());

        VcenterException e = failure("10.0.0.5");

        assertThat(e.tlsFailureReason()).contains(TlsFailureReason.WRONG_HOST);
        assertThat(e)
                .hasMessageContaining("on vCenter vc-test (10.0.0.5:443) through the proxy 127.0.0.1:" + proxy.port())
                .hasMessageContaining("but the connection is to 10.0.0.5 (");
    }

    @ParameterizedTest
    @CsvSource({
        "400,PROXY,refuses the connection to the server",
        "403,PROXY,refuses the connection to the server",
        "502,UNREACHABLE,cannot reach the server",
        "503,UNREACHABLE,cannot reach the server"
    })
    void aRefusalOfTheProxyIsReported(int status, Kind kind, String reason) {
        proxy.refuse(status);

        VcenterException e = failure("vc.example.com");

        assertThat(e.kind()).isEqualTo(kind);
        assertThat(e)
                .hasMessageContaining(
                        "on vCenter vc-test (vc.example.com:443) through the proxy 127.0.0.1:" + proxy.port())
                .hasMessageContaining("the proxy " + reason + " (HTTP " + status + ")");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aRefusalOfTheProxyIsNoRefusedLogin() {
        proxy.refuse(403);
        try (var client = client("vc.example.com", Duration.ofSeconds(10))) {
            assertThat(VcenterClientTest.failure(() -> client.openTaggingSession(Recorded.CREDENTIALS))
                            .kind())
                    .isEqualTo(Kind.PROXY);
        }
    }

    @Test
    void aProxyThatRequiresALoginIsReported() {
        proxy.requireLogin("us", "secret");

        VcenterException e = failure("vc.example.com");

        assertThat(e.kind()).isEqualTo(Kind.PROXY);
        assertThat(e)
                .hasMessageContaining(
                        "the proxy requires a user and a password (HTTP 407); correct the proxy's address");
    }

    @Test
    void anUnsupportedProxyAuthenticationIsReported() {
        proxy.answerWith("HTTP/1.1 407 No\r\nProxy-Authenticate: Negotiate\r\nProxy-Authenticate: NTLM abc\r\n"
                + "Content-Length: 2\r\n\r\nno");

        assertThat(failure("vc.example.com"))
                .hasMessageContaining(
                        "the proxy requires authentication by Negotiate, NTLM, and this program supports only Basic");
    }

    @Test
    void aResponseThatIsNotHttpIsReported() {
        proxy.answerWith("220 mail.example.com\u001b ESMTP\r\n\r\n");

        VcenterException e = failure("vc.example.com");

        assertThat(e.kind()).isEqualTo(Kind.PROTOCOL);
        assertThat(e).hasMessageContaining("the response of the proxy or of the server is not HTTP");
        assertThat(e.getMessage()).matches(PrintableText::isPrintable);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 20"})
    void aTruncatedResponseMeansUnreachable(String start) {
        proxy.answerWith(start);

        assertThat(failure("vc.example.com").kind()).isEqualTo(Kind.UNREACHABLE);
    }

    @Test
    void aServerWithoutTlsBehindTheTunnelIsATlsFailure() {
        proxy.answerWith("HTTP/1.1 200 Yes\r\n\r\nHTTP/1.1 400 Bad Request\r\n\r\n");

        assertThat(failure("vc.example.com").kind()).isIn(Kind.TLS, Kind.UNREACHABLE);
    }

    @Test
    void aProxyThatHangsTimesOut() {
        proxy.hang();
        try (var client = client("vc.example.com", Duration.ofSeconds(1))) {
            VcenterException e = VcenterClientTest.failure(client::connect);

            assertThat(e.kind()).isIn(Kind.TIMEOUT, Kind.UNREACHABLE);
            assertThat(e).hasMessageContaining("through the proxy 127.0.0.1:");
        }
        assertThat(proxy.count(TARGET)).isEqualTo(1);
        await().until(() -> proxy.connectionCount() == 0);
    }

    @Test
    void aServerThatHangsBehindTheProxyTimesOut() {
        try (var silent = ScriptedServer.start(IDENTITY, "127.0.0.1", _ -> ScriptedServer.neverAnswer());
                var client = client("vc.example.com", Duration.ofSeconds(1))) {
            proxy.route(TARGET, silent.port());

            assertThat(VcenterClientTest.failure(client::connect).kind()).isEqualTo(Kind.TIMEOUT);
            await().until(() -> proxy.connectionCount() == 0);
        }
    }

    @Test
    void anUnreachableProxyIsReported() throws IOException {
        // Bound but not listening, so that no other process can take the port meanwhile.
        try (var reserved = new Socket()) {
            reserved.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

            VcenterException e = failure(through("127.0.0.1", reserved.getLocalPort()));

            assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE);
            assertThat(e)
                    .hasMessageContaining("no connection to the proxy")
                    .hasMessageContaining("through the proxy 127.0.0.1:" + reserved.getLocalPort());
        }
    }

    @Test
    void aProxyWhoseNameDoesNotResolveIsReported() {
        assertThat(failure(through("no-such-proxy.invalid", 3128)))
                .hasMessageContaining(
                        "through the proxy no-such-proxy.invalid:3128: the host name of the proxy does not");
    }

    @Test
    void withoutAConfiguredProxyTheProxyOfTheProcessIsIgnored() throws IOException {
        ProxySelector usual = ProxySelector.getDefault();
        try (var elsewhere = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                var client = new VcenterClient(
                        Recorded.endpoint(server, TRUST), Timeouts.standard(), "test/1", VcenterObserver.NONE)) {
            System.setProperty("https.proxyHost", "127.0.0.1");
            System.setProperty("https.proxyPort", String.valueOf(elsewhere.getLocalPort()));
            System.setProperty("http.nonProxyHosts", "");
            ProxySelector.setDefault(ProxySelector.of(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), elsewhere.getLocalPort())));

            assertThat(client.connect().about().version()).isEqualTo("6.5.0");
        } finally {
            ProxySelector.setDefault(usual);
            List.of("https.proxyHost", "https.proxyPort", "http.nonProxyHosts").forEach(System::clearProperty);
        }
    }

    private VcenterException failure(String host) {
        return failure(endpoint(host));
    }

    private static VcenterException failure(VcenterEndpoint endpoint) {
        try (var client = new VcenterClient(endpoint, Timeouts.standard(), "test/1", VcenterObserver.NONE)) {
            return VcenterClientTest.failure(client::connect);
        }
    }

    private VcenterClient client(String host, Duration call) {
        return new VcenterClient(endpoint(host), Recorded.timeouts(call), "test/1", VcenterObserver.NONE);
    }

    private VcenterEndpoint endpoint(String host) {
        return endpoint(host, new HttpProxy("127.0.0.1", proxy.port(), Optional.empty()));
    }

    private static VcenterEndpoint through(String proxyHost, int proxyPort) {
        return endpoint("vc.example.com", new HttpProxy(proxyHost, proxyPort, Optional.empty()));
    }

    private static VcenterEndpoint endpoint(String host, HttpProxy via) {
        return new VcenterEndpoint("vc-test", host, 443, TRUST, Optional.empty()).withProxy(via);
    }
}
