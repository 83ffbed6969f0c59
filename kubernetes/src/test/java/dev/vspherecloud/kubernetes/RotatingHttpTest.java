package dev.vspherecloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RotatingHttpTest {
    private static final Duration LOOK = Duration.ofSeconds(5);

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
    void isMadeAnewWhenAnyOfItsFilesHoldsSomethingElse() throws IOException {
        try (RotatingHttp http = http()) {
            int before = made;
            for (String name : new String[] {"ca.crt", "client.crt", "client.key", "kubeconfig"}) {
                HttpClient last = http.get();
                Files.writeString(folder.resolve(name), "two");
                assertThat(http.get()).as("not looked at yet").isSameAs(last);
                time.pass(LOOK);
                assertThat(http.get()).as(name).isNotSameAs(last);
            }
            assertThat(made).isEqualTo(before + 4);
        }
    }

    @Test
    void aFileThatWasOnlyWrittenAgainChangesNothing() throws IOException {
        try (RotatingHttp http = http()) {
            HttpClient first = http.get();
            Files.writeString(folder.resolve("ca.crt"), "one");
            time.pass(LOOK);

            assertThat(http.get()).isSameAs(first);
        }
    }

    @Test
    void whatCanNotBeUsedLeavesTheOneBeforeInForceAndIsTriedAgain() throws IOException {
        try (RotatingHttp http = http()) {
            HttpClient first = http.get();
            Files.writeString(folder.resolve("client.key"), "half");
            isUnusable = true;
            time.pass(LOOK);
            assertThat(http.get()).isSameAs(first);

            isUnusable = false;
            time.pass(LOOK);
            assertThat(http.get()).isNotSameAs(first);
        }
    }

    @Test
    void aFileThatIsAwayForAMomentIsAChange() throws IOException {
        try (RotatingHttp http = http()) {
            HttpClient first = http.get();
            Files.delete(folder.resolve("client.crt"));
            isUnusable = true;
            time.pass(LOOK);
            assertThat(http.get()).isSameAs(first);

            Files.writeString(folder.resolve("client.crt"), "one");
            isUnusable = false;
            time.pass(LOOK);
            assertThat(http.get()).as("nothing changed after all").isSameAs(first);
        }
    }

    private RotatingHttp http() {
        return new RotatingHttp(
                this::config,
                config -> AccessFiles.of(config, folder.resolve("kubeconfig").toString()),
                this::make,
                new PluginCredentials(time),
                time);
    }

    private Config config() {
        Config config = Config.empty();
        config.setMasterUrl("https://127.0.0.1:1");
        config.setCaCertFile(folder.resolve("ca.crt").toString());
        config.setClientCertFile(folder.resolve("client.crt").toString());
        config.setClientKeyFile(folder.resolve("client.key").toString());
        return config;
    }

    private HttpClient make(Config config) {
        if (isUnusable) {
            throw new KubeException(KubeException.Kind.CONFIG_INVALID, "half a key");
        }
        made++;
        return new JdkHttpClientFactory().newBuilder(Config.empty()).build();
    }
}
