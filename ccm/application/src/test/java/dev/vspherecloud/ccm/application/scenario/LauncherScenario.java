package dev.vspherecloud.ccm.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.CommandRun;
import dev.vspherecloud.testkit.bed.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The packaged program starts in any environment and exits with the documented code; no server is needed.
class LauncherScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String CONFIG = "vcenter: {vc: {server: 127.0.0.1, port: 1, user: u, password: p}}\n";
    private static final String KUBECONFIG = """
            apiVersion: v1
            kind: Config
            clusters: [{name: nowhere, cluster: {server: "http://127.0.0.1:1"}}]
            users: [{name: nobody, user: {token: none}}]
            contexts: [{name: c, context: {cluster: nowhere, user: nobody}}]
            current-context: c
            """;

    @TempDir
    private Path folder;

    @Test
    void versionIsOneLineAndNothingElse() {
        Program program = start(List.of(), "--version");

        assertThat(program.awaitExit(TIMEOUT)).isZero();
        assertThat(program.log()).matches("vsphere-cloud-controller-manager \\S+\\n");
    }

    @Test
    void helpEndsWithZero() {
        CommandRun run = CommandRun.of(List.of("--help"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.log()).contains("--cloud-config");
    }

    @Test
    void anUnknownFlagEndsWithOneAndASuggestion() {
        CommandRun run = CommandRun.of(List.of("--cloud-confg=x"));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.log()).contains("unknown flag --cloud-confg; did you mean --cloud-config?");
    }

    /// The pages name the variable that raises the heap. `JAVA_TOOL_OPTIONS` cannot: the settings of the launcher
    /// take precedence over it.
    @ParameterizedTest
    @CsvSource({"_JAVA_OPTIONS, 268435456", "JAVA_TOOL_OPTIONS, 134217728"})
    void oneVariableRaisesTheHeap(String variable, String bytes) {
        Program program = start(List.of("env", variable + "=-Xmx256m -XX:+PrintFlagsFinal"), "--version");

        assertThat(program.awaitExit(TIMEOUT)).isZero();
        assertThat(program.log()).containsPattern(" MaxHeapSize +[:=]+ " + bytes);
    }

    /// An empty value means that no locale is set.
    @ParameterizedTest
    @ValueSource(strings = {"", "LC_ALL=C", "LC_ALL=POSIX", "LANG=de_DE.ISO-8859-1", "LC_ALL=C.UTF-8"})
    void fileNamesBeyondAsciiAreReadInEveryLocale(String locale) {
        var environment = new ArrayList<>(List.of("env", "-i"));
        if (!locale.isEmpty()) {
            environment.add(locale);
        }

        Program program = start(environment, "--cloud-config=/nowhere/ü.conf");

        assertThat(program.awaitExit(TIMEOUT)).isEqualTo(1);
        assertThat(program.log()).contains("/nowhere/ü.conf: cannot read it");
    }

    @Test
    void sigtermEndsAProcessWithoutUtf8WithZero() throws IOException {
        Path config = Files.writeString(folder.resolve("vsphere.conf"), CONFIG);
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), KUBECONFIG);
        try (Program program = start(
                List.of("env", "-i", "LC_ALL=C"),
                "--cloud-config=" + config,
                "--kubeconfig=" + kubeconfig,
                "--secure-port=0")) {
            program.awaitLog("LeaderElector", TIMEOUT);

            int code = program.terminate();

            assertThat(code).as(program.log()).isZero();
        }
    }

    private Program start(List<String> before, String... flags) {
        var command = new ArrayList<>(before);
        command.add(Program.executable().toString());
        return Program.start(folder.resolve("program.log"), Map.of(), command, List.of(flags));
    }
}
