package dev.vspherecloud.ccm.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.text.VisibleText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a command prints besides its tables.
class CommandMessagesTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "config check",
                "config convert --to yaml",
                "explain node w --cloud-config",
                "plan --cloud-config"
            })
    void noFileControlsTheTerminal(String command) throws IOException {
        Path file = Files.writeString(directory.resolve("a\u001b[2J.conf"), """
                [Global]
                pr%1$st = 443
                [VirtualCenter "v%1$s"]
                port = a%1$s
                """.formatted("\u202e\u2066\u200b"));

        CommandRun run = CommandRun.of(Stream.concat(Stream.of(command.split(" ")), Stream.of(file.toString()))
                .toList());

        assertThat(run.exitCode()).isOne();
        assertThat(run.log()).contains("a?[2J.conf");
        assertThat(VisibleText.lines(run.log())).isEqualTo(run.log());
    }

    @Test
    void noFlagControlsTheTerminal() {
        CommandRun run = CommandRun.of(List.of("--cloud-confg\u001b[2J\u009b\u202e=x"));

        assertThat(run.err()).startsWith("Error: ").contains("?[2J??");
        assertThat(VisibleText.lines(run.err())).isEqualTo(run.err());
    }
}
