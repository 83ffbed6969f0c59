package dev.vspherecloud.ccm.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.metrics.ConfigObserver;
import dev.vspherecloud.ccm.application.metrics.ProgramMetrics;
import dev.vspherecloud.ccm.config.ConfigReader;
import dev.vspherecloud.ccm.config.ConfigReport;
import dev.vspherecloud.ccm.config.ConfigResult;
import dev.vspherecloud.reconcile.ThreadRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each call of each port of the configuration threads fails once with an unexpected exception. The threads
/// continue to work.
class ThreadFailuresTest {
    private static final String GOOD = "vcenter: {a: {server: vc-a, user: u, password: p}}\n";
    private static final String OTHER = "vcenter: {b: {server: vc-b, user: u, password: p}}\n";

    @TempDir
    private Path directory;

    @Test
    void aNewConfigurationIsAppliedWhicheverCallFails() throws IOException {
        ThreadRun.eachCallFailsOnce(20, run -> {
            write(GOOD);
            var applied = new ArrayList<String>();
            var watcher = new ConfigWatcher(
                    () -> {
                        run.call("reading");
                        int reads = run.read();
                        if (reads == 3) {
                            write("vcenter: {a: {user: u}}\n");
                        } else if (reads == 6) {
                            write(OTHER);
                        }
                        return read();
                    },
                    (ConfigResult.Accepted) read().result(),
                    config -> {
                        run.call("changed");
                        applied.add(config.vcenters().getFirst().name());
                    },
                    run::pause,
                    run.failing(ConfigObserver.class, ProgramMetrics.system().config()));

            run.work("config", watcher);

            assertThat(applied).as(run.failed()).containsExactly("b");
        });
    }

    private void write(String text) {
        try {
            Files.writeString(directory.resolve("vsphere.conf"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ConfigReport read() {
        return ConfigReader.report(directory.resolve("vsphere.conf"), Map.of());
    }
}
