package dev.vspherecloud.deploy.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.DocBlock;
import dev.vspherecloud.testkit.servers.ProgramRun;
import dev.vspherecloud.testkit.servers.ServerBinaries;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Checks the commands of the tutorials that no test can run, because they need machines. bash parses each block. The
/// programs that the build pins say themselves which sub-commands and flags they have; a table says it for the others.
class TutorialBlocksTest {
    /// Sub-commands and flags that the pages use.
    ///
    /// Source: the manual of each program.
    private static final Map<String, Set<String>> OTHERS = Map.ofEntries(
            Map.entry("cat", Set.of()),
            Map.entry("clusterctl", Set.of("generate", "get", "init", "--infrastructure", "--kubernetes-version")),
            Map.entry("curl", Set.of("-fsSk", "-sfL", "-o")),
            Map.entry("cut", Set.of("-d", "-f")),
            Map.entry("grep", Set.of()),
            Map.entry("head", Set.of("-n")),
            Map.entry(
                    "helm",
                    Set.of(
                            "upgrade",
                            "uninstall",
                            "template",
                            "--install",
                            "--namespace",
                            "--values",
                            "--set",
                            "--set-file",
                            "--version")),
            Map.entry("mkdir", Set.of("-p")),
            Map.entry("ps", Set.of("-ef")),
            Map.entry("sed", Set.of("-i")),
            Map.entry("sh", Set.of("-s")),
            Map.entry("systemctl", Set.of("start", "stop", "enable", "restart", "--now")),
            Map.entry(
                    "talosctl",
                    Set.of(
                            "gen",
                            "apply-config",
                            "bootstrap",
                            "kubeconfig",
                            "machineconfig",
                            "patch",
                            "--config-patch",
                            "--file",
                            "--insecure",
                            "--nodes",
                            "--endpoints",
                            "--patch",
                            "--output")),
            Map.entry("unzip", Set.of("-p")));

    /// Programs whose first word is a sub-command.
    private static final Set<String> WITH_VERBS = Set.of("clusterctl", "helm", "systemctl", "talosctl");

    /// Verbs of kubectl and kubeadm with a second verb.
    private static final Set<String> OF_TWO_WORDS = Set.of("rollout", "set", "token", "config", "auth");

    private static final Set<String> KUBECTL_OPTIONS = Set.of("-n", "--namespace", "--kubeconfig");
    private static final Pattern NAMESPACE = Pattern.compile(" (?:-n|--namespace|--kubeconfig)[ =]\\S+");

    private static final Map<String, String> HELP = new ConcurrentHashMap<>();

    static Stream<DocBlock> blocks() {
        return DocBlock.of(TutorialBlocksTest.class, "everyCommandIsKnown").stream();
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void everyCommandIsKnown(DocBlock block) {
        assertThat(run("bash", "-n", "-c", block.text())).isEmpty();
        List<ShellCommand> commands = ShellCommand.parse(block.text()).toList();
        assertThat(commands).isNotEmpty();
        assertThat(commands.stream().flatMap(TutorialBlocksTest::flaws)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            govc permission.set -principal a          | govc has no permission.set
            govc permissions.set -principle a         | govc permissions.set has no -principle
            sudo kubeadm inti --config a              | kubeadm has no inti
            sudo kubeadm init --configuration a       | kubeadm init has no --configuration
            kubectl -n kube-system rollout state a    | kubectl has no rollout state
            kubectl wait node/a --four=jsonpath       | kubectl wait has no --four
            helm upgrade --instal a                   | helm has no --instal
            systemctl begin a                         | systemctl has no begin
            snap install govc                         | found snap, expected a program that the pages use
            """)
    void unknownNamesAreFound(String command, String flaw) {
        assertThat(ShellCommand.parse(command).flatMap(TutorialBlocksTest::flaws))
                .containsExactly(flaw);
    }

    @Test
    void aBlockIsSplitIntoCommands() {
        assertThat(ShellCommand.parse("""
                export A=b # a comment
                POD=$(kubectl get pods \\
                  -o name | head -n 1)
                for vm in a b; do
                  sudo govc vm.change -e 'x -y' "$vm"
                done
                cat > file <<'EOF'
                text
                EOF
                kubectl exec "$POD" -- /bin/program --flag
                """))
                .extracting(ShellCommand::text)
                .containsExactly(
                        "kubectl get pods    -o name",
                        "head -n 1",
                        "govc vm.change -e '' \"$vm\"",
                        "cat > file",
                        "kubectl exec \"$POD\"");
    }

    private static Stream<String> flaws(ShellCommand command) {
        return switch (command.program()) {
            case "govc" -> govc(command);
            case "kubectl" ->
                kubernetes(new ShellCommand(NAMESPACE.matcher(command.text()).replaceAll("")));
            case "kubeadm" -> kubernetes(command);
            case "vsphere-cloud-controller-manager" -> Stream.empty(); // FlagBlocksTest parses it
            default -> other(command);
        };
    }

    private static Stream<String> govc(ShellCommand command) {
        String verb = command.words().getFirst();
        String help = help("govc", verb, "-h");
        return help.matches("(?s)Usage: \\S*govc " + Pattern.quote(verb) + " .*")
                ? command.flags().stream()
                        .filter(flag -> !help.contains("\n  " + flag + "="))
                        .map(flag -> "govc %s has no %s".formatted(verb, flag))
                : Stream.of("govc has no " + verb);
    }

    private static Stream<String> kubernetes(ShellCommand command) {
        String first = command.words().getFirst();
        String verb = command.words().stream().limit(wordsOfVerb(first)).collect(Collectors.joining(" "));
        String help = help(Stream.of(Stream.of(command.program()), Stream.of(verb.split(" ")), Stream.of("--help"))
                .flatMap(word -> word)
                .toArray(String[]::new));
        if (!help.contains("\n  %s %s ".formatted(command.program(), verb))) {
            return Stream.of("%s has no %s".formatted(command.program(), verb));
        }
        return command.flags().stream()
                .filter(flag -> !KUBECTL_OPTIONS.contains(flag))
                .filter(flag -> !Pattern.compile("\\s" + flag + "[=, \\n]")
                        .matcher(help)
                        .find())
                .map(flag -> "%s %s has no %s".formatted(command.program(), verb, flag));
    }

    private static int wordsOfVerb(String first) {
        if (OF_TWO_WORDS.contains(first)) {
            return 2;
        }
        return first.equals("create") ? 3 : 1; // create secret generic
    }

    private static Stream<String> other(ShellCommand command) {
        Set<String> known = OTHERS.get(command.program());
        if (known == null) {
            return Stream.of("found %s, expected a program that the pages use".formatted(command.program()));
        }
        Stream<String> verbs = WITH_VERBS.contains(command.program())
                ? command.words().stream().limit(1)
                : Stream.empty();
        return Stream.concat(verbs, command.flags().stream())
                .filter(word -> !known.contains(word))
                .map(word -> "%s has no %s".formatted(command.program(), word));
    }

    private static String help(String... command) {
        return HELP.computeIfAbsent(String.join(" ", command), _ -> {
            command[0] = ServerBinaries.client(command[0]).toString();
            return run(command);
        });
    }

    private static String run(String... command) {
        return ProgramRun.of(new ProcessBuilder(command).redirectErrorStream(true))
                .output();
    }
}
