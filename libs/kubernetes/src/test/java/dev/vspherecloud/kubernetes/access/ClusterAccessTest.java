package dev.vspherecloud.kubernetes.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterAccessTest {
    private static final String KUBECONFIG = """
            apiVersion: v1
            kind: Config
            current-context: here
            contexts:
            - name: here
              context: {cluster: c, user: u}
            clusters:
            - name: c
              cluster: {server: "https://10.0.0.1:6443"}
            users:
            - name: u
              user: {token: s3cret}
            """;

    @TempDir
    private Path folder;

    @Test
    void readsServerAndTokenOfTheCurrentContext() throws IOException {
        Access access = find(KUBECONFIG, "");

        assertThat(access.url()).isEqualTo("https://10.0.0.1:6443");
        assertThat(access.identity().request().authorization()).hasValue("Bearer s3cret");
    }

    @Test
    void masterOverridesTheKubeconfig() throws IOException {
        assertThat(find(KUBECONFIG, "https://127.0.0.1:7443").url()).startsWith("https://127.0.0.1:7443");
        assertThat(find(KUBECONFIG.replace("server:", "other:"), "127.0.0.1:7443")
                        .url())
                .startsWith("https://127.0.0.1:7443");
    }

    @Test
    void aTokenFileIsReadForEachRequest() throws IOException {
        Files.writeString(folder.resolve("token"), "one\n");
        Access access = find(KUBECONFIG.replace("token: s3cret", "tokenFile: token"), "");

        assertThat(access.identity().request().authorization()).hasValue("Bearer one");
        Files.writeString(folder.resolve("token"), "two\n");
        assertThat(access.identity().request().authorization()).hasValue("Bearer two");
    }

    @Test
    void aTokenThatNoHeaderCanHoldIsReportedButNotShown() throws IOException {
        Files.writeString(folder.resolve("token"), "s3cret\nother");
        Access access = find(KUBECONFIG.replace("token: s3cret", "tokenFile: token"), "");

        assertThatThrownBy(() -> access.identity().request().authorization())
                .hasMessageContaining(folder.resolve("token").toString())
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void withoutTheTokenFileTheTokenOfTheKubeconfigIsUsed() throws IOException {
        Access access = find(KUBECONFIG.replace("token: s3cret", "token: s3cret, tokenFile: token"), "");

        assertThat(access.identity().request().authorization()).hasValue("Bearer s3cret");
        Files.writeString(folder.resolve("token"), "newer");
        assertThat(access.identity().request().authorization()).hasValue("Bearer newer");
    }

    @Test
    void textsOfAnAccessHideSecrets() throws IOException {
        Path file = Files.writeString(
                folder.resolve("kubeconfig"),
                KUBECONFIG.replace("server:", "proxy-url: \"http://me:s3cret@proxy.test:1\", server:"));

        assertThat(KubeconfigReader.read(file).toString()).doesNotContain("s3cret");
        assertThat(access(Map.of()).find(file.toString(), "").toString()).doesNotContain("s3cret");
    }

    @Test
    void aMissingFileIsReported() {
        assertThatThrownBy(() -> access(Map.of()).find("/no/such/file", ""))
                .satisfies(e -> assertThat(kind(e)).isEqualTo(Kind.CONFIG_UNREADABLE))
                .hasMessage("there is no kubeconfig \"/no/such/file\"; check --kubeconfig");
        assertThatThrownBy(() -> access(Map.of()).find(folder.toString(), ""))
                .satisfies(e -> assertThat(kind(e)).isEqualTo(Kind.CONFIG_UNREADABLE));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            current-context: here | x: y              | it names no current-context
            current-context: here | current-context: z | it has no context "z"
            cluster: c,           | cluster: z,        | it has no cluster "z" with a server
            user: u}              | user: z}           | it has no user "z"
            https://10.0.0.1:6443 | not a url          | is not the URL of an API server
            contexts:             | contexts: [        | it is not YAML of kind Config
            """)
    void reportsAnInvalidKubeconfigWithoutItsSecrets(String good, String bad, String problem) {
        assertThatThrownBy(() -> find(KUBECONFIG.replace(good, bad), ""))
                .satisfies(e -> assertThat(kind(e)).isEqualTo(Kind.CONFIG_INVALID))
                .hasMessageContaining(folder.resolve("kubeconfig").toString())
                .hasMessageContaining(problem)
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void withoutAKubeconfigTheServiceAccountIsUsed() throws IOException {
        Files.writeString(folder.resolve("token"), "pod");
        Access access = access(Map.of("KUBERNETES_SERVICE_HOST", "fd00::1", "KUBERNETES_SERVICE_PORT", "443"))
                .find("", "");

        assertThat(access.url()).startsWith("https://[fd00::1]:443");
        assertThat(access.files()).containsExactly(folder.resolve("ca.crt"));
        assertThat(access.identity().request().authorization()).hasValue("Bearer pod");
    }

    @Test
    @Conforms("I16")
    void outsideOfAClusterTheErrorNamesBothOptions() {
        assertThatThrownBy(() -> access(Map.of()).find("", ""))
                .satisfies(e -> assertThat(kind(e)).isEqualTo(Kind.CONFIG_UNREADABLE))
                .hasMessageContaining("set --kubeconfig, or run in a Pod");
    }

    private Access find(String kubeconfig, String master) throws IOException {
        Path file = Files.writeString(folder.resolve("kubeconfig"), kubeconfig);
        return access(Map.of()).find(file.toString(), master);
    }

    private ClusterAccess access(Map<String, String> environment) {
        return new ClusterAccess(environment::get, folder, PluginCredentials.system());
    }

    private static Kind kind(Throwable failure) {
        return ((KubeException) failure).kind();
    }
}
