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
    private final List<String> heard = new ArrayList<>();
    private ConfigWatcher live;

    @BeforeEach
    void start() throws IOException {
        write(GOOD);
        live = new ConfigWatcher(
                this::read,
                (ConfigResult.Accepted) read().result(),
                config -> applied.add(name(config)),
                _ -> {
                    throw new InterruptedException("no test waits");
                },
                new ConfigObserver() {
                    @Override
                    public void onAccepted(boolean isNew) {
                        heard.add(isNew ? "another" : "the same");
                    }

                    @Override
                    public void onRejected() {
                        heard.add("refused");
                    }
                });
    }

    @Test
    @Conforms("VC14")
    void anotherConfigurationIsAppliedOnceItIsReadTwiceAlike() throws IOException {
        write(OTHER);
        live.poll();
        assertThat(applied).isEmpty();

        live.poll();
        live.poll();
        assertThat(applied).containsExactly("b");
    }

    @Test
    void whatIsStillBeingWrittenIsNotJudged() throws IOException {
        write("");
        live.poll();
        write(OTHER);
        live.poll();
        write(GOOD);
        live.poll();
        live.poll();

        assertThat(applied).isEmpty();
    }

    @Test
    void aBadOneIsRefusedAndTheNextGoodOneApplied() throws IOException {
        write(BAD);
        live.poll();
        live.poll();
        assertThat(applied).isEmpty();

        write(OTHER);
        live.poll();
        live.poll();
        assertThat(applied).containsExactly("b");
        assertThat(heard).containsExactly("refused", "another");
    }

    @Test
    void theOneInForceIsNotAppliedAgainAfterABadOne() throws IOException {
        Files.delete(directory.resolve("vsphere.conf"));
        live.poll();
        live.poll();
        write("# a remark\n" + GOOD);
        live.poll();
        live.poll();

        assertThat(applied).isEmpty();
        assertThat(heard).containsExactly("refused", "the same");
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
