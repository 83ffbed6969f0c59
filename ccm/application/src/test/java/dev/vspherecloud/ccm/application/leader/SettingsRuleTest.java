package dev.vspherecloud.ccm.application.leader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.config.ConfigReader;
import dev.vspherecloud.ccm.config.ConfigResult;
import dev.vspherecloud.ccm.domain.breaker.BreakerRules;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsRuleTest {
    @TempDir
    private Path directory;

    @Test
    void withoutSettingsTheLifecycleHasItsDefaults() throws IOException {
        assertThat(SettingsRule.lifecycle(
                        options(Map.of()), config("vcenter: {a: {server: vc, user: u, password: p}}")))
                .isEqualTo(LifecycleRules.DEFAULTS);
    }

    @Test
    void theLifecycleComesFromCommandLineEnvironmentAndConfiguration() throws IOException {
        CloudConfig config = config("""
                global: {nodeDeletionPaused: true, user: u, password: p}
                vcenter: {a: {server: vc-a}, b: {server: vc-b, nodeDeletionPaused: false}}
                nodes: {disappearedAfter: 15m, breakerNodes: 3, breakerPercent: 20}
                """);

        assertThat(SettingsRule.lifecycle(options(Map.of("SKIP_NODE_DELETION", "")), config))
                .isEqualTo(new LifecycleRules(
                        false, Duration.ofMinutes(15), new BreakerRules(3, 20, Duration.ofMinutes(10)), Set.of("a")));
    }

    private static Options options(Map<String, String> environment) {
        return switch (CommandLine.parse(List.of("--cloud-config=/c"), environment, "1")) {
            case CommandLine.Run(Options options) -> options;
            case CommandLine other -> throw new AssertionError(other);
        };
    }

    private CloudConfig config(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("vsphere.conf"), text);
        return switch (ConfigReader.read(file, Map.of())) {
            case ConfigResult.Accepted(CloudConfig config, var _) -> config;
            case ConfigResult.Rejected(var problems) -> throw new AssertionError(problems);
        };
    }
}
