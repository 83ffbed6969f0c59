package dev.vspherecloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import io.fabric8.kubernetes.client.Config;
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
        Config config = find(KUBECONFIG, "");

        assertThat(config.getMasterUrl()).isEqualTo("https://10.0.0.1:6443/");
        assertThat(config.getAutoOAuthToken()).isEqualTo("s3cret");
    }

    @Test
    void masterWinsOverTheKubeconfig() throws IOException {
        assertThat(find(KUBECONFIG, "https://127.0.0.1:7443").getMasterUrl()).startsWith("https://127.0.0.1:7443");
        assertThat(find(KUBECONFIG.replace("server:", "other:"), "127.0.0.1:7443")
                        .getMasterUrl())
                .startsWith("https://127.0.0.1:7443");
    }

    @Test
    void aTokenFileIsReadForEachRequest() throws IOException {
        Files.writeString(folder.resolve("token"), "one\n");
        Config config = find(KUBECONFIG.replace("token: s3cret", "tokenFile: token"), "");

        assertThat(config.getOauthTokenProvider().getToken()).isEqualTo("one");
        Files.writeString(folder.resolve("token"), "two\n");
        assertThat(config.getOauthTokenProvider().getToken()).isEqualTo("two");
    }

    @Test
    void aMissingFileIsNamed() {
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
            https://10.0.0.1:6443 | not a url          | is no URL of an API server
            contexts:             | contexts: [        | it is no YAML of kind Config
            """)
    void saysWhatIsWrongWithAKubeconfigAndNeverShowsIt(String good, String bad, String said) {
        assertThatThrownBy(() -> find(KUBECONFIG.replace(good, bad), ""))
                .satisfies(e -> assertThat(kind(e)).isEqualTo(Kind.CONFIG_INVALID))
                .hasMessageContaining(folder.resolve("kubeconfig").toString())
                .hasMessageContaining(said)
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void withoutAnythingTheServiceAccountIsUsed() throws IOException {
        Files.writeString(folder.resolve("token"), "pod");
        var access = access(Map.of("KUBERNETES_SERVICE_HOST", "fd00::1", "KUBERNETES_SERVICE_PORT", "443"));

        Config config = access.find("", "");

        assertThat(config.getMasterUrl()).startsWith("https://[fd00::1]:443");
        assertThat(config.getCaCertFile()).isEqualTo(folder.resolve("ca.crt").toString());
        assertThat(config.getOauthTokenProvider().getToken()).isEqualTo("pod");
    }

    @Test
    @Conforms("I16")
    void outsideOfAClusterThatIsAClearError() {
        assertThatThrownBy(() -> access(Map.of()).find("", ""))
                .satisfies(e -> assertThat(kind(e)).isEqualTo(Kind.CONFIG_UNREADABLE))
                .hasMessageContaining("give --kubeconfig, or run in a cluster");
    }

    private Config find(String kubeconfig, String master) throws IOException {
        Path file = Files.writeString(folder.resolve("kubeconfig"), kubeconfig);
        return access(Map.of()).find(file.toString(), master);
    }

    private ClusterAccess access(Map<String, String> environment) {
        return new ClusterAccess(environment::get, folder, new PluginCredentials(ManualTime.endless()));
    }

    private static Kind kind(Throwable failure) {
        return ((KubeException) failure).kind();
    }
}
