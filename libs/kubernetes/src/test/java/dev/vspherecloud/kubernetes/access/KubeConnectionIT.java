package dev.vspherecloud.kubernetes.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.secret.SecretReadResult;
import dev.vspherecloud.kubernetes.secret.SecretReader;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.KubeUser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeConnectionIT {
    private static final Duration BUDGET = Duration.ofSeconds(5);

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
    void readsTheVersionOfTheServer() throws IOException {
        try (KubeConnection connection = open(server.kubeconfig().text())) {
            assertThat(connection.serverVersion()).startsWith("v1.");
        }
    }

    @Test
    void aWrongTokenIsUnauthorized() throws IOException {
        String token = server.admin().token();
        try (KubeConnection connection = open(server.kubeconfig().text().replace(token, "wrong-token"))) {
            assertThatThrownBy(connection::serverVersion)
                    .satisfies(e -> assertThat(kind(e)).isEqualTo(Kind.UNAUTHORIZED))
                    .hasMessageContaining(server.url().toString())
                    .hasMessageNotContaining("wrong-token");
        }
    }

    @Test
    void aServerWithAnotherCertificateIsNotTrusted() throws IOException {
        try (FaultProxy other = FaultProxy.inFrontOf(server.url()).start();
                KubeConnection connection = open(server.kubeconfig()
                        .text()
                        .replace(server.url().toString(), other.uri().toString()))) {
            assertThatThrownBy(connection::serverVersion)
                    .satisfies(e -> assertThat(kind(e)).isEqualTo(Kind.TLS))
                    .hasMessageContaining("certificate-authority");
        }
    }

    @Test
    void anAddressWithoutAListenerIsUnreachable() throws IOException {
        try (KubeConnection connection =
                open(server.kubeconfig().text().replace(Integer.toString(server.port()), "1"))) {
            assertThatThrownBy(connection::serverVersion)
                    .satisfies(e -> assertThat(kind(e)).isEqualTo(Kind.UNREACHABLE))
                    .hasMessageContaining("nothing accepts connections");
        }
    }

    @Test
    void secretsAreFoundAbsentOrDenied() throws IOException {
        server.objects().putSecret("kube-system", "vcenter", Map.of("vc.password", "s3cret"));
        KubeUser user = server.account("stranger");
        try (KubeConnection admin = open(server.kubeconfig().text());
                KubeConnection stranger = open(server.kubeconfig().as(user).text())) {
            assertThat(new SecretReader(admin).read("kube-system", "vcenter", BUDGET))
                    .isInstanceOfSatisfying(SecretReadResult.Found.class, found -> assertThat(
                                    new String(found.data().get("vc.password"), StandardCharsets.UTF_8))
                            .isEqualTo("s3cret"));
            assertThat(new SecretReader(admin).read("kube-system", "other", BUDGET))
                    .isEqualTo(new SecretReadResult.Absent());
            assertThat(new SecretReader(stranger).read("kube-system", "vcenter", BUDGET))
                    .isInstanceOfSatisfying(SecretReadResult.Denied.class, denied -> assertThat(denied.message())
                            .contains("User \"" + user.name() + "\" cannot get resource \"secrets\""));
        }
    }

    @Test
    void tenThousandValuesOfSecretsAreReadUnchanged() throws IOException {
        var random = new SplittableRandom(20260102);
        try (KubeConnection admin = open(server.kubeconfig().text())) {
            for (int i = 0; i < 20; i++) {
                Map<String, String> values = new HashMap<>();
                for (int j = 0; j < 500; j++) {
                    values.put("h" + j + ".password", text(random));
                }
                server.objects().putSecret("kube-system", "random", values);

                assertThat(new SecretReader(admin).read("kube-system", "random", BUDGET))
                        .isInstanceOfSatisfying(SecretReadResult.Found.class, found -> {
                            assertThat(found.data()).hasSize(values.size());
                            found.data().forEach((key, value) -> assertThat(new String(value, StandardCharsets.UTF_8))
                                    .isEqualTo(values.get(key)));
                        });
            }
        }
    }

    /// Any characters, control characters and those beyond the first plane included.
    private static String text(SplittableRandom random) {
        return random.ints(random.nextInt(30), 0, random.nextBoolean() ? 0x80 : 0x110000)
                .filter(c -> c < 0xd800 || c > 0xdfff)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private KubeConnection open(String kubeconfig) throws IOException {
        Path file = Files.writeString(Files.createTempFile(folder, "kubeconfig", ""), kubeconfig);
        return KubeConnection.open("test", file.toString(), "");
    }

    private static Kind kind(Throwable failure) {
        return ((KubeException) failure).kind();
    }
}
