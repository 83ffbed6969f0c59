package dev.vspherecloud.deploy.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.DocBlock;
import dev.vspherecloud.testkit.servers.ProgramRun;
import dev.vspherecloud.testkit.servers.ServerBinaries;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Talos' own reader accepts the machine configurations of the pages.
class TalosConfigTest {
    @Test
    void talosAcceptsThem() {
        assertThat(DocBlock.of(TalosConfigTest.class, "talosAcceptsThem"))
                .allSatisfy(block ->
                        assertThat(flaws(block.text())).as(block.toString()).isEmpty());
    }

    @Test
    void anUnknownKeyIsFound() throws IOException {
        assertThat(flaws("cluster: {externalCloudProviders: {enabled: true}}"))
                .contains("unknown keys")
                .contains("externalCloudProviders");
    }

    private static String flaws(String text) {
        var program = new ProcessBuilder(ServerBinaries.machineConfig().toString()).redirectErrorStream(true);
        return ProgramRun.of(program, text, Duration.ofMinutes(2)).output();
    }
}
