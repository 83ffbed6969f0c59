package dev.vspherecloud.kubernetes.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.kubernetes.DatabindJson;
import dev.vspherecloud.kubernetes.KubeException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Reads kubeconfigs of all kinds with this project and with client-go. The results of client-go are in
/// `kubeconfigs-client-go.json`, which [KubeconfigOracleIT] compares with the present output of
/// `tools/servers/kubeconfig`.
class KubeconfigCorpusTest {
    /// The differences between this project and client-go, with the reasons.
    private static final Map<String, String> DIFFERENCES = Map.ofEntries(
            Map.entry("as-with-line-break.yaml", "refused at the start; client-go fails with each request"),
            Map.entry(
                    "authority-with-a-broken-certificate.yaml",
                    "refused: client-go skips a broken certificate of a bundle, and then trusts less than was meant"),
            Map.entry(
                    "exec-v1-without-mode.yaml",
                    "accepted as IfAvailable: without a terminal it makes no difference, and it was accepted before"),
            Map.entry("itself-merged.yaml", "accepted: a mapping that merges itself adds nothing to itself"),
            Map.entry("proxy-https.yaml", "refused: the JDK's HTTP client does not support TLS with a proxy"),
            Map.entry("proxy-socks5.yaml", "refused: the JDK's HTTP client does not support SOCKS"),
            Map.entry("server-http.yaml", "accepted with its token, as before; client-go sends none without TLS"),
            Map.entry("server-no-url.yaml", "refused at the start; client-go fails with each request"),
            Map.entry("server-with-user.yaml", "refused: the URL goes to the log"),
            Map.entry(
                    "server-without-scheme.yaml",
                    "accepted as https with its token; client-go drops the CA certificate and uses http"),
            Map.entry("tagged.yaml", "refused: no field is text with a tag of YAML"),
            Map.entry(
                    "user-unknown.yaml",
                    "refused: client-go sends no credentials without an error, and the API server answers 401"));

    static Stream<String> files() throws IOException {
        try (Stream<Path> files = Files.list(KubeconfigCorpus.FOLDER)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".yaml") || name.endsWith(".json"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void isReadAsByClientGo(String file) throws IOException {
        JsonNode result = KubeconfigCorpus.read(file);
        JsonNode clientGo =
                KubeconfigCorpus.normalised(KubeconfigCorpus.clientGo().path(file));

        assertThat(clientGo.isEmpty()).as("the oracle knows the file").isFalse();
        if (DIFFERENCES.containsKey(file)) {
            String reason = DIFFERENCES.get(file);
            assertThat(result).as("no difference any more: " + reason).isNotEqualTo(clientGo);
            assertThat(result.has("refused")).as(reason).isEqualTo(reason.startsWith("refused"));
        } else {
            assertThat(result).isEqualTo(clientGo);
        }
    }

    /// Each text that a test puts in place of a credential, in any file.
    private static final List<String> SECRETS = List.of(
            "test-token",
            "test-password",
            "first-token",
            "second-token",
            "123456",
            "-----END",
            "MII",
            "LS0t",
            "dGVzdA");

    @ParameterizedTest
    @MethodSource("files")
    void aRefusedFileIsReportedWithoutItsSecrets(String file) throws IOException {
        String message = KubeconfigCorpus.refusal(file);

        if (!message.isEmpty()) {
            assertThat(message).contains("kubeconfigs/").doesNotContain(SECRETS);
        }
    }

    @Test
    void theErrorNamesTheFieldOfTheMistake() throws IOException {
        assertThat(KubeconfigCorpus.refusal("exec-v1alpha1.yaml"))
                .contains("users[\"u\"].user.exec.apiVersion: ", "expected client.authentication.k8s.io/v1 or ");
        assertThat(KubeconfigCorpus.refusal("token-number.yaml"))
                .contains("users[\"u\"].user.token: found a number, expected text; put it between single quotes");
        assertThat(KubeconfigCorpus.refusal("exec-arguments-text.yaml"))
                .contains("users[\"u\"].user.exec.args: found text, expected a list");
        assertThat(KubeconfigCorpus.refusal("insecure-text.yaml"))
                .contains("clusters[\"c\"].cluster.insecure-skip-tls-verify: found text, expected true or false");
        assertThat(KubeconfigCorpus.refusal("authority-no-base64.yaml"))
                .contains("clusters[\"c\"].cluster.certificate-authority-data: ", "base64");
        assertThat(KubeconfigCorpus.refusal("names-twice.yaml")).contains("users[\"u\"].name: found twice");
        assertThat(KubeconfigCorpus.refusal("unused-user-of-wrong-form.yaml"))
                .contains("users[\"other\"].user.token: found a list, expected text");
        assertThat(KubeconfigCorpus.refusal("auth-provider.yaml"))
                .contains("users[\"u\"].user.auth-provider: Kubernetes 1.26 removed it; use an exec plugin");
        assertThat(KubeconfigCorpus.refusal("proxy-socks5.yaml"))
                .contains("clusters[\"c\"].cluster.proxy-url: ", "expected http://host:port");
        assertThat(KubeconfigCorpus.refusal("key-of-another.yaml"))
                .contains("users[\"u\"].user.client-key of the kubeconfig ");
        assertThat(KubeconfigCorpus.refusal("key-encrypted-pkcs8.yaml"))
                .contains("users[\"u\"].user.client-key of the kubeconfig ", "without a password");
        assertThat(KubeconfigCorpus.refusal("authority-without-certificate.yaml"))
                .contains("clusters[\"c\"].cluster.certificate-authority of the kubeconfig ", "found no certificate");
    }

    @Test
    void aPluginReceivesTheClusterOfTheFile() throws IOException {
        ExecRequest request = KubeconfigCorpus.request("exec-cluster.yaml");
        JsonNode spec = DatabindJson.tree(request.infoJson().getBytes(StandardCharsets.UTF_8))
                .path("spec");

        ObjectNode cluster = (ObjectNode) spec.path("cluster");
        assertThat(cluster.remove("certificate-authority-data").asText()).startsWith("LS0tLS1CRUdJTiBDRVJU");
        assertThat(cluster.toString())
                .isEqualTo("{\"server\":\"https://10.0.0.1:6443\",\"tls-server-name\":\"api.test\","
                        + "\"proxy-url\":\"http://proxy.test:3128\","
                        + "\"config\":{\"audience\":\"06e3fbd18de8\",\"count\":3,\"flags\":[true,null]}}");
        assertThat(spec.path("interactive").asBoolean(true)).isFalse();
        assertThat(KubeconfigCorpus.request("exec-v1.yaml").infoJson())
                .isEqualTo("{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\","
                        + "\"spec\":{\"interactive\":false}}");
    }

    /// Bytes of the files are removed, doubled and exchanged: the result is always an access or a [KubeException].
    @Test
    void aDamagedFileIsReadOrRefused() throws IOException {
        var random = new SplittableRandom(20260102);
        int refused = 0;
        for (String file : files().toList()) {
            byte[] good = Files.readAllBytes(KubeconfigCorpus.FOLDER.resolve(file));
            for (int i = 0; i < 100; i++) {
                refused += KubeconfigCorpus.isRefused(damaged(good, random)) ? 1 : 0;
            }
        }
        assertThat(refused).isBetween(3_000, 12_000);
    }

    private static String damaged(byte[] good, SplittableRandom random) {
        var text = new StringBuilder(new String(good, StandardCharsets.UTF_8));
        for (int i = 0; i <= random.nextInt(4) && !text.isEmpty(); i++) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, "\n- :[]{}&*!|>'\"\t\0".charAt(random.nextInt(16)));
                case 2 -> text.setCharAt(at, (char) random.nextInt(0x100));
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(40))));
            }
        }
        return text.toString();
    }

    @Test
    void theListOfDifferencesContainsOnlyFiles() throws IOException {
        assertThat(files()).containsAll(DIFFERENCES.keySet()).hasSizeGreaterThanOrEqualTo(40);
        assertThatThrownBy(() -> KubeconfigCorpus.read("no-such.yaml")).isInstanceOf(KubeException.class);
    }
}
