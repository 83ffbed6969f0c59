package dev.vspherecloud.ccm.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.CommandRun;
import dev.vspherecloud.testkit.bed.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program checks and converts configurations on a machine without cluster and vCenter.
class ConfigCommandScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String PASSWORD = "Hiddén-wörd-1! #\"\\";

    private static final String INI =
            """
            # In use since 2019.
            [Global]
            user = "EXAMPLE\\\\cpi"
            password = "%s"
            soap-roundtrip-count = 3

            [VirtualCenter "vc.example.net"]
            """.formatted(PASSWORD.replace("\\", "\\\\").replace("\"", "\\\""));

    /// The exit code and the output of a run.
    private record End(int code, String out, String err) {}

    @TempDir
    private Path folder;

    @Test
    void aUsableFileIsShownAndEndsWithZero() throws Exception {
        End end = runProgram("config", "check", write("vsphere.conf", INI));

        assertThat(end.code()).isZero();
        assertThat(end.err()).isEmpty();
        assertThat(end.out())
                .contains("vsphere.conf: can be used (1 warning)\n", "vcenter vc.example.net\n", "EXAMPLE\\cpi")
                .doesNotContain(PASSWORD);
    }

    @Test
    void aBadFileAmongGoodOnesEndsWithOne() throws Exception {
        End end = run("config", "check", write("good.conf", INI), write("bad.conf", "[Global"));

        assertThat(end.code()).isEqualTo(1);
        assertThat(end.out()).contains("good.conf: can be used", "bad.conf: cannot be used");
    }

    @Test
    void warningsEndWithOneWhenAskedForStrictness() throws Exception {
        String file = write("vsphere.conf", INI);

        assertThat(run("config", "check", "--config-strict", "-o", "json", file))
                .returns(1, End::code)
                .satisfies(end -> assertThat(end.out()).startsWith("{\n  \"valid\": false,\n"));
    }

    @Test
    void aStrictRunEndsBeforeAnythingIsContacted() throws Exception {
        End end = run("--cloud-config=" + write("vsphere.conf", INI), "--config-strict", "--kubeconfig=/nowhere");

        assertThat(end.code()).isEqualTo(1);
        assertThat(end.err())
                .contains("Configuration problem", ":5:24: Global.soap-roundtrip-count: has no effect")
                .doesNotContain("/nowhere\"", PASSWORD);
    }

    @Test
    void aFileIsConvertedThereAndBackInAnyLocale() throws Exception {
        End yaml = runProgram("config", "convert", "--to=yaml", write("vsphere.conf", INI));
        End ini = run("config", "convert", "--to=ini", write("vsphere.yaml", yaml.out()));

        assertThat(List.of(yaml, ini)).allSatisfy(end -> {
            assertThat(end.code()).isZero();
            assertThat(end.err()).isEmpty();
        });
        assertThat(yaml.out()).contains("# In use since 2019.\n", "  user: 'EXAMPLE\\cpi'\n", PASSWORD);
        assertThat(ini.out()).isEqualTo(INI.replace("net\"]\n", "net\"]\nserver = \"vc.example.net\"\n"));
    }

    @Test
    void whatCannotBeConvertedPrintsNothing() throws Exception {
        assertThat(run("config", "convert", "--to=yaml", write("bad.conf", "[Global]\npasword = " + PASSWORD)))
                .returns(1, End::code)
                .returns("", End::out)
                .satisfies(end -> assertThat(end.err()).contains("error").doesNotContain(PASSWORD));
    }

    @Test
    void wrongUseEndsWithOneAndOneSentence() throws Exception {
        assertThat(run("config", "convrt", "x")).isEqualTo(new End(1, "", """
                Error: config: found "convrt", expected check or convert; did you mean "convert"?
                Run with --help to see the flags.
                """));
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static End run(String... words) {
        CommandRun run = CommandRun.of(Map.of(), List.of(words));
        return new End(run.exitCode(), run.out(), run.err());
    }

    /// Runs the packaged program, in a locale without UTF-8.
    private End runProgram(String... words) throws IOException, InterruptedException {
        var command = new ArrayList<>(
                List.of("env", "-i", "LC_ALL=C", Program.executable().toString()));
        command.addAll(List.of(words));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new End(process.exitValue(), read(out), read(err));
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
