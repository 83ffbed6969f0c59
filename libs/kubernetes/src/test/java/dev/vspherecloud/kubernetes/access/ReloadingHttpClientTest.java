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
    void isCreatedAgainIfTheContentOfAFileChanges() throws IOException {
        try (ReloadingHttpClient http = http()) {
            int before = made;
            for (String name : new String[] {"ca.crt", "client.crt", "client.key", "kubeconfig"}) {
                ApiClient last = http.get();
                Files.writeString(folder.resolve(name), "two");
                assertThat(http.get()).as("not looked at yet").isSameAs(last);
                time.pass(RELOAD_INTERVAL);
                assertThat(http.get()).as(name).isNotSameAs(last);
            }
            assertThat(made).isEqualTo(before + 4);
        }
    }

    @Test
    void anUnchangedFileThatIsWrittenAgainChangesNothing() throws IOException {
        try (ReloadingHttpClient http = http()) {
            ApiClient first = http.get();
            Files.writeString(folder.resolve("ca.crt"), "one");
            time.pass(RELOAD_INTERVAL);

            assertThat(http.get()).isSameAs(first);
        }
    }

    @Test
    void unusableFilesKeepTheOldClientAndAreTriedAgain() throws IOException {
        try (ReloadingHttpClient http = http()) {
            ApiClient first = http.get();
            Files.writeString(folder.resolve("client.key"), "half");
            isUnusable = true;
            time.pass(RELOAD_INTERVAL);
            assertThat(http.get()).isSameAs(first);

            isUnusable = false;
            time.pass(RELOAD_INTERVAL);
            assertThat(http.get()).isNotSameAs(first);
        }
    }

    @Test
    void aFileThatIsMissingForAMomentKeepsTheOldClient() throws IOException {
        try (ReloadingHttpClient http = http()) {
            ApiClient first = http.get();
            Files.delete(folder.resolve("client.crt"));
            isUnusable = true;
            time.pass(RELOAD_INTERVAL);
            assertThat(http.get()).isSameAs(first);

            Files.writeString(folder.resolve("client.crt"), "one");
            isUnusable = false;
            time.pass(RELOAD_INTERVAL);
            assertThat(http.get()).as("nothing changed after all").isSameAs(first);
        }
    }

    private ReloadingHttpClient http() {
        return new ReloadingHttpClient(
                this::access,
                found -> AccessFiles.of(found, folder.resolve("kubeconfig").toString()),
                this::make,
                new PluginCredentials(time, time, ExecPlugin.system()::run),
                time);
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
