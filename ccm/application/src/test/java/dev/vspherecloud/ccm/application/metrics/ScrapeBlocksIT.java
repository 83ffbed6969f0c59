package dev.vspherecloud.ccm.application.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.DocBlock;
import dev.vspherecloud.testkit.servers.Promtool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// promtool of Prometheus reads the scrape configuration of the pages.
class ScrapeBlocksIT {
    @TempDir
    private Path folder;

    @Test
    void promtoolAcceptsIt() throws IOException {
        Path file = Files.writeString(
                folder.resolve("prometheus.yaml"),
                DocBlock.only(ScrapeBlocksIT.class, "promtoolAcceptsIt").text());

        Promtool.Verdict verdict = Promtool.run("check", "config", "--syntax-only", file.toString());

        assertThat(verdict.isSuccess()).as(verdict.output()).isTrue();
    }
}
