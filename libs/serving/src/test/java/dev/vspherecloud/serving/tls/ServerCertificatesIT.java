package dev.vspherecloud.serving.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.serving.HttpServer;
import dev.vspherecloud.serving.RawClient;
import dev.vspherecloud.serving.RequestDispatcher;
import dev.vspherecloud.serving.Response;
import dev.vspherecloud.serving.Router;
import dev.vspherecloud.serving.ServerLimits;
import dev.vspherecloud.serving.ServingException;
import dev.vspherecloud.serving.ServingObserver;
import dev.vspherecloud.serving.ServingSettings;
import dev.vspherecloud.serving.auth.AccessDecision;
import dev.vspherecloud.serving.auth.AccessFilter;
import dev.vspherecloud.serving.auth.RequestAttributes;
import dev.vspherecloud.serving.auth.User;
import dev.vspherecloud.text.KeyAndCertificate;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.KeyManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerCertificatesIT {

    @TempDir
    Path folder;

    private final KeyAndCertificate usual =
            SelfSigned.make(InstantSource.system().instant());
    private final KeyAndCertificate metrics =
            SelfSigned.make(InstantSource.system().instant());
    private final KeyAndCertificate any = SelfSigned.make(InstantSource.system().instant());
    private CertificateSource.Files files = new CertificateSource.Files(Path.of(""), Path.of(""));

    @BeforeEach
    void write() throws IOException {
        files = CertificateFiles.to(folder, "usual", usual);
    }

    private TlsSettings settings() throws IOException {
        return new TlsSettings(
                files,
                List.of(
                        new SniCertificate(
                                CertificateFiles.to(folder, "metrics", metrics), List.of("metrics.example.net")),
                        new SniCertificate(CertificateFiles.to(folder, "any", any), List.of("*.example.net"))),
                "TLSv1.2",
                List.of(),
                List.of());
    }

    private static HttpServer open(TlsSettings tls, AccessFilter accessFilter) {
        return HttpServer.openTls(
                new ServingSettings("127.0.0.1", 0, false, false, tls),
                ServerLimits.DEFAULTS,
                new RequestDispatcher(
                        accessFilter, new Router(Map.of("/healthz", _ -> Response.text("ok"))), ServingObserver.NONE),
                System::nanoTime,
                InstantSource.system(),
                Supervisor.system(SupervisorObserver.NONE),
                ServingObserver.NONE);
    }

    private static HttpServer open(TlsSettings tls) {
        return open(tls, _ -> new AccessDecision.Granted(User.ANONYMOUS));
    }

    private static X509Certificate presented(HttpServer port, String name) throws IOException {
        try (RawClient client = RawClient.at(port.localPort(), name)) {
            return client.certificate();
        }
    }

    @Test
    void theServerPresentsTheCertificateOfTheRequestedName() throws IOException {
        try (HttpServer port = open(settings())) {
            assertThat(presented(port, "")).isEqualTo(usual.certificate());
            assertThat(presented(port, "METRICS.example.net")).isEqualTo(metrics.certificate());
            assertThat(presented(port, "other.example.net")).isEqualTo(any.certificate());
            assertThat(presented(port, "a.other.example.net")).isEqualTo(usual.certificate());
        }
    }

    @Test
    void withoutConfiguredNamesTheNamesInTheCertificateCount() throws IOException {
        var sni = new SniCertificate(CertificateFiles.to(folder, "own", any), List.of());
        try (HttpServer port = open(new TlsSettings(files, List.of(sni), "TLSv1.2", List.of(), List.of()))) {
            assertThat(presented(port, "localhost")).isEqualTo(any.certificate());
            assertThat(presented(port, "other")).isEqualTo(usual.certificate());
        }
    }

    @Test
    void aChangedCertificateIsPresentedWithoutARestart() throws Exception {
        try (HttpServer port = open(settings())) {
            KeyAndCertificate renewed = SelfSigned.make(InstantSource.system().instant());
            CertificateFiles.over(files, renewed);

            await().until(() -> presented(port, "").equals(renewed.certificate()));

            assertThat(presented(port, "")).isEqualTo(renewed.certificate());
            assertThat(presented(port, "metrics.example.net")).isEqualTo(metrics.certificate());
        }
    }

    @Test
    void theAccessFilterReceivesTheClientCertificate() throws Exception {
        var requests = new LinkedBlockingQueue<RequestAttributes>();
        AccessFilter accessFilter = requestAttributes -> {
            requests.add(requestAttributes);
            return new AccessDecision.Granted(User.ANONYMOUS);
        };
        try (HttpServer port = open(settings(), accessFilter)) {
            KeyAndCertificate client = SelfSigned.make(InstantSource.system().instant());
            sendRequest(port, new OneClient(client));
            assertThat(requests.take().certificates()).containsExactly(client.certificate());

            sendRequest(port);
            assertThat(requests.take().certificates()).isEmpty();
        }
    }

    private static void sendRequest(HttpServer port, KeyManager... keys) throws IOException {
        try (RawClient client = RawClient.at(port.localPort(), "", keys)) {
            assertThat(client.send("GET /healthz HTTP/1.0\r\n\r\n").readAll()).endsWith("ok");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "TLSv1.2, '',                                        TLSv1.3, TLS_AES_256_GCM_SHA384",
        "TLSv1.2, TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,   TLSv1.3, TLS_AES_128_GCM_SHA256",
    })
    void negotiatesTheNewestVersion(String min, String suite, String version, String agreed) throws IOException {
        List<String> suites = suite.isEmpty() ? List.of() : List.of(suite);
        try (HttpServer port = open(new TlsSettings(files, List.of(), min, suites, List.of("x25519")));
                RawClient client = RawClient.at(port.localPort())) {
            assertThat(client.sessionProtocol()).isEqualTo(version);
            assertThat(client.cipherSuite()).isEqualTo(agreed);
        }
    }

    @Test
    void anUnusableCertificateFailsTheStart() {
        var missing = new CertificateSource.Files(folder.resolve("nowhere.crt"), folder.resolve("nowhere.key"));

        assertThatThrownBy(() -> open(new TlsSettings(missing, List.of(), "TLSv1.2", List.of(), List.of())))
                .isInstanceOf(ServingException.class)
                .hasMessageContaining("nowhere.crt");
    }
}
