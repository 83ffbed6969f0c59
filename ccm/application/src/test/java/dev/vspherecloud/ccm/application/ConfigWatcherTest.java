package dev.vspherecloud.ccm.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.metrics.ConfigObserver;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.config.ConfigReader;
import dev.vspherecloud.ccm.config.ConfigReport;
import dev.vspherecloud.ccm.config.ConfigResult;
import dev.vspherecloud.conformance.Conforms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigWatcherTest {
    private static final String GOOD = "vcenter: {a: {server: vc-a, user: u, password: p}}\n";
    private static final String OTHER = "vcenter: {b: {server: vc-b, user: u, password: p}}\n";
    private static final String BAD = "vcenter: {a: {user: u}}\n";

    @TempDir
    private Path directory;

    private final List<String> applied = new ArrayList<>();
    private final List<String> notifications = new ArrayList<>();
    private ConfigWatcher watcher;

    @BeforeEach
    void start() throws IOException {
        write(GOOD);
        watcher = new ConfigWatcher(
                this::read,
                (ConfigResult.Accepted) read().result(),
                config -> applied.add(name(config)),
                _ -> {
                    throw new InterruptedException("no test waits");
                },
                new ConfigObserver() {
                    @Override
                    public void onAccepted(boolean isNew) {
                        notifications.add(isNew ? "another" : "the same");
                    }

                    @Override
                    public void onRejected() {
                        notifications.add("refused");
                    }
                });
    }

    @Test
    @Conforms("VC14")
    void aNewConfigurationIsAppliedAfterTwoEqualReads() throws IOException {
        write(OTHER);
        watcher.poll();
        assertThat(applied).isEmpty();

        watcher.poll();
        watcher.poll();
        assertThat(applied).containsExactly("b");
    }

    @Test
    void aFileThatIsStillBeingWrittenIsNotEvaluated() throws IOException {
        write("");
        watcher.poll();
        write(OTHER);
        watcher.poll();
        write(GOOD);
        watcher.poll();
        watcher.poll();

        assertThat(applied).isEmpty();
    }

    @Test
    void aBadConfigurationIsRejectedAndTheNextGoodOneIsApplied() throws IOException {
        write(BAD);
        watcher.poll();
        watcher.poll();
        assertThat(applied).isEmpty();

        write(OTHER);
        watcher.poll();
        watcher.poll();
        assertThat(applied).containsExactly("b");
        assertThat(notifications).containsExactly("refused", "another");
    }

    @Test
    void theActiveConfigurationIsNotAppliedAgainAfterABadOne() throws IOException {
        Files.delete(directory.resolve("vsphere.conf"));
        watcher.poll();
        watcher.poll();
        write("# a remark\n" + GOOD);
        watcher.poll();
        watcher.poll();

        assertThat(applied).isEmpty();
        assertThat(notifications).containsExactly("refused", "the same");
    }

    private void write(String text) throws IOException {
        Files.writeString(directory.resolve("vsphere.conf"), text);
    }

    private ConfigReport read() {
        return ConfigReader.report(directory.resolve("vsphere.conf"), Map.of());
    }

    private static String name(CloudConfig config) {
        return config.vcenters().getFirst().name();
    }
}
