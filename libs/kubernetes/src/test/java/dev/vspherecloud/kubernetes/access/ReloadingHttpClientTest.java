package dev.vspherecloud.kubernetes.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.ManualTime;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadingHttpClientTest {
    private static final Duration RELOAD_INTERVAL = Duration.ofSeconds(5);

    private final ManualTime time = ManualTime.endless();
    private int made;
    private boolean isUnusable;

    @TempDir
    private Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        for (String name : new String[] {"ca.crt", "client.crt", "client.key", "kubeconfig"}) {
            Files.writeString(folder.resolve(name), "one");
        }
    }

    @Test
    void isCreatedAgainIfTheContentOfAFileChanges() throws Exception {
        try (ReloadingHttpClient http = http()) {
            int before = made;
            for (String name : new String[] {"ca.crt", "client.crt", "client.key", "kubeconfig"}) {
                ApiClient last = client(http);
                Files.writeString(folder.resolve(name), "two");
                assertThat(client(http)).as("not looked at yet").isSameAs(last);
                time.pass(RELOAD_INTERVAL);
                assertThat(client(http)).as(name).isNotSameAs(last);
            }
            assertThat(made).isEqualTo(before + 4);
        }
    }

    @Test
    void anUnchangedFileThatIsWrittenAgainChangesNothing() throws Exception {
        try (ReloadingHttpClient http = http()) {
            ApiClient first = client(http);
            Files.writeString(folder.resolve("ca.crt"), "one");
            time.pass(RELOAD_INTERVAL);

            assertThat(client(http)).isSameAs(first);
        }
    }

    @Test
    void unusableFilesKeepTheOldClientAndAreTriedAgain() throws Exception {
        try (ReloadingHttpClient http = http()) {
            ApiClient first = client(http);
            Files.writeString(folder.resolve("client.key"), "half");
            isUnusable = true;
            time.pass(RELOAD_INTERVAL);
            assertThat(client(http)).isSameAs(first);

            isUnusable = false;
            time.pass(RELOAD_INTERVAL);
            assertThat(client(http)).isNotSameAs(first);
        }
    }

    @Test
    void aFileThatIsMissingForAMomentKeepsTheOldClient() throws Exception {
        try (ReloadingHttpClient http = http()) {
            ApiClient first = client(http);
            Files.delete(folder.resolve("client.crt"));
            isUnusable = true;
            time.pass(RELOAD_INTERVAL);
            assertThat(client(http)).isSameAs(first);

            Files.writeString(folder.resolve("client.crt"), "one");
            isUnusable = false;
            time.pass(RELOAD_INTERVAL);
            assertThat(client(http)).as("nothing changed after all").isSameAs(first);
        }
    }

    private ReloadingHttpClient http() {
        return new ReloadingHttpClient(
                this::access,
                found -> AccessFiles.of(found, folder.resolve("kubeconfig").toString()),
                this::make,
                new PluginCredentials(time, time, ExecPlugin.system()::run),
                time,
                new DirectExecutor());
    }

    private static ApiClient client(ReloadingHttpClient http) throws InterruptedException {
        return http.get(Duration.ofSeconds(15));
    }

    private Access access() {
        return new Access(
                "https://127.0.0.1:1",
                Access.ApiTrust.in(file("ca.crt")),
                new Access.ApiIdentity(
                        Optional.of(new Access.ClientPair(file("client.crt"), file("client.key"))),
                        new RequestIdentity.Anonymous(),
                        Impersonation.NONE),
                Optional.empty());
    }

    private PemSource file(String name) {
        return new PemSource.InFile(folder.resolve(name), "the test");
    }

    private ApiClient make(Access access) {
        if (isUnusable) {
            throw new KubeException(KubeException.Kind.CONFIG_INVALID, "half a key");
        }
        made++;
        return new ApiClient(HttpClient.newHttpClient(), access);
    }
}
