package dev.vspherecloud.ccm.application.flag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.testkit.servers.ProgramRun;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Executes the completion scripts in their shells.
///
/// bash is always there, since the build needs it. zsh and fish may be missing on a machine. Then
/// [#theShellOffersWhatFollows] runs for the other shells only, and [#everyScriptHasEveryWord] only compares the script
/// with the tables of commands and flags. Run this test on a machine with all three shells after a change of a script.
class CompletionTest {
    private static final String PROGRAM = "vsphere-cloud-controller-manager";

    @TempDir
    private Path folder;

    /// A command line, and the words that can follow. The last word of the line is incomplete, and may be empty.
    record Expected(Shell shell, String line, List<String> words) {}

    /// `kubectl` of this test lists two Nodes.
    @BeforeEach
    void writeFiles() throws IOException {
        Path kubectl = Files.writeString(folder.resolve("kubectl"), """
                #!/bin/sh
                test "$1 $2 $3" = "get nodes --output=name" && printf 'node/w-1\\nnode/x-2\\n'
                """);
        assertThat(kubectl.toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve("vsphere.conf"), "");
        for (Shell shell : Shell.values()) {
            Files.writeString(folder.resolve("complete." + shell), script(shell));
        }
    }

    static Stream<Expected> lines() {
        return Stream.of(
                        "|completion config doctor explain help plan version",
                        "con|config",
                        "config |check convert",
                        "config check -o |json table yaml",
                        "config check vsph|vsphere.conf",
                        "explain node -o |json name table wide yaml",
                        "explain node |w-1 x-2",
                        "explain node --color |always auto never",
                        "explain node --selec|--selector",
                        "version -o |json text",
                        "completion |bash fish zsh",
                        "help |completion config doctor explain help plan version",
                        "--cloud-config vsph|vsphere.conf",
                        "plan --cloud-config vsph|vsphere.conf",
                        "plan --kubec|--kubeconfig",
                        "--logging-format |json text",
                        "--v |",
                        "--webh|")
                .map(line -> line.split("[|]", -1))
                .flatMap(parts -> Arrays.stream(Shell.values())
                        .filter(shell -> shell == Shell.BASH || isInstalled(shell))
                        .map(shell -> new Expected(
                                shell,
                                parts[0],
                                Stream.of(parts[1].split(" "))
                                        .filter(word -> !word.isEmpty())
                                        .toList())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lines")
    void theShellOffersWhatFollows(Expected expected) throws IOException, InterruptedException {
        assertThat(offered(expected.shell(), expected.line().split(" ", -1)))
                .containsExactlyInAnyOrderElementsOf(expected.words());
    }

    /// bash splits words at "=".
    @Test
    void bashCompletesAValueAfterTheEqualsSign() throws IOException, InterruptedException {
        assertThat(offered(Shell.BASH, "explain", "node", "--output", "="))
                .contains("wide")
                .hasSize(5);
        assertThat(offered(Shell.BASH, "explain", "node", "--output", "=", "j")).containsExactly("json");
        assertThat(offered(Shell.BASH, "--leader-elect", "=")).containsExactly("true", "false");
        assertThat(offered(Shell.BASH, "--cloud-config", "=", "vsph")).containsExactly("vsphere.conf");
    }

    @ParameterizedTest
    @EnumSource
    void everyScriptHasEveryWord(Shell shell) {
        String script = script(shell);

        assertThat(Completion.commands().flatMap(command -> command.words().stream()))
                .allMatch(script::contains);
        assertThat(Completion.commands()
                        .flatMap(command -> Completion.flags(command).stream())
                        .map(flag -> shell == Shell.FISH ? "-l " + flag.flagName() + " " : flag.toString()))
                .allMatch(script::contains);
        assertThat(Completion.commands().flatMap(command -> Completion.flags(command).stream()
                        .map(flag -> String.join(" ", command.values(flag)))))
                .allMatch(script::contains);
        assertThat(script.lines().filter(line -> line.contains("{"))).noneMatch(line -> line.matches(".*\\{[a-z]+}.*"));
    }

    private static String script(Shell shell) {
        return switch (CommandLine.parse(List.of("completion", shell.toString()), Map.of(), "1")) {
            case CommandLine.Show(String text) -> text;
            case CommandLine other -> throw new AssertionError(other);
        };
    }

    private static boolean isInstalled(Shell shell) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, shell.toString())));
    }

    /// Returns what the shell offers for the last of these words.
    private List<String> offered(Shell shell, String... words) throws IOException, InterruptedException {
        var command = new ArrayList<String>(
                switch (shell) {
                    case BASH -> List.of("bash", "--norc", "-c", """
                            source complete.bash
                            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
                            _vsphere_cloud_controller_manager 2>/dev/null
                            for word in "${COMPREPLY[@]}"; do echo "$word"; done
                            """, "bash");
                    case ZSH ->
                        List.of(
                                "zsh",
                                "-f",
                                Project.path("ccm/application/src/test/resources/%s"
                                                .formatted("dev/vspherecloud/ccm/application/flag/complete.zsh"))
                                        .toString());
                    case FISH -> List.of("fish", "--no-config", "-c", """
                            source complete.fish
                            complete -C "$argv" | string split -f 1 \\t
                            """);
                });
        command.add(PROGRAM);
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("PATH", folder + File.pathSeparator + System.getenv("PATH"));
        builder.environment().put("HOME", folder.toString());
        return ProgramRun.of(builder).output().lines().toList();
    }
}
