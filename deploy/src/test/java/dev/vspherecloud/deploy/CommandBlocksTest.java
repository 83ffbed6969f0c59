package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.DocBlock;
import dev.vspherecloud.conformance.MarkdownPage;
import dev.vspherecloud.conformance.Project;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Checks that the commands in the pages exist, with their flags, targets and files. [DocumentedCommandsTest] checks
/// the names of objects in them, `PageBlocksIT` the fields, and `FlagBlocksTest` the arguments of the program itself.
class CommandBlocksTest {
    /// The flags that the pages may use for each verb of kubectl, in addition to [#GLOBAL_FLAGS].
    ///
    /// Source: the kubectl reference, kubernetes.io/docs/reference/kubectl.
    private static final Map<String, Set<String>> KUBECTL = Map.ofEntries(
            Map.entry("annotate", Set.of("--overwrite", "--all")),
            Map.entry("apply", Set.of("-f")),
            Map.entry("auth", Set.of()),
            Map.entry("create", Set.of()),
            Map.entry("debug", Set.of("--image")),
            Map.entry("delete", Set.of()),
            Map.entry("describe", Set.of()),
            Map.entry("edit", Set.of("--subresource")),
            Map.entry("exec", Set.of()),
            Map.entry("get", Set.of("-l", "-o", "-A", "--field-selector")),
            Map.entry("krew", Set.of("--manifest")),
            Map.entry("label", Set.of("--overwrite", "--all")),
            Map.entry("logs", Set.of("-l", "--prefix", "--tail", "--follow")),
            Map.entry("port-forward", Set.of()),
            Map.entry("rollout", Set.of()),
            Map.entry("set", Set.of()),
            Map.entry("taint", Set.of()),
            Map.entry("vsphere", Set.of("--all", "--pod", "--port", "--service-account")));

    private static final Set<String> GLOBAL_FLAGS = Set.of("-n", "--as", "--kubeconfig");

    /// `NAMESPACE` is a placeholder for the reader.
    private static final Set<String> NAMESPACES = Set.of("kube-system", "monitoring", "NAMESPACE");
    private static final Set<String> OTHER_PROGRAMS = Set.of("cat", "curl", "grep", "head");

    private static final Pattern FLAG = Pattern.compile("(?<=\\s)(--?[a-zA-Z][\\w-]*)");
    private static final Pattern FILE = Pattern.compile("(?:-f |[ ^])(deploy/\\S+)");
    private static final Pattern NAMESPACE = Pattern.compile(" (?:-n|--namespace)[ =](\\S+)");
    private static final Pattern OWN_NAME =
            Pattern.compile("((?:lifecycle\\.)?vspherecloud\\\\?\\.dev/[a-z-]+)|\\b([A-Z]+(?:_[A-Z]+)+)\\b");
    private static final Pattern MAKE = Pattern.compile("(?m)^make ([a-z-]+)");
    private static final Pattern TARGET = Pattern.compile("(?m)^([a-z-]+):");

    /// The sources of the program, which contain its annotations and variables.
    private static final String SOURCES = sources();

    static Stream<String> commands() {
        return DocBlock.of(CommandBlocksTest.class, "everyCommandIsKnown").stream()
                .flatMap(block -> commands(block.text()))
                .distinct();
    }

    /// Returns the command lines of kubectl in sentences of the pages, and those of make there and in all blocks.
    static Stream<String> commandsElsewhere() {
        List<String> code = MarkdownPage.all().stream()
                .flatMap(page -> page.code().stream())
                .toList();
        return Stream.concat(
                        code.stream().filter(each -> each.matches("kubectl .* .*")),
                        code.stream().flatMap(String::lines).filter(line -> MAKE.matcher(line)
                                .find()))
                .flatMap(CommandBlocksTest::commands)
                .distinct();
    }

    /// Splits a block into commands: joins continued lines; a pipe, `$(` and `&` begin another command.
    private static Stream<String> commands(String block) {
        return block.replace("\\\n", "")
                .replaceAll("\\|\\s*\n", "| ")
                .lines()
                .map(line -> line.replaceFirst("\\s+#.*", ""))
                .flatMap(line -> Stream.of(line.split("\\s\\|\\s|\\$\\(|\\s&(?:\\s|$)")))
                .map(command -> command.replaceFirst("^\\w+=$", "").strip())
                .filter(command -> !command.isEmpty());
    }

    @ParameterizedTest
    @MethodSource({"commands", "commandsElsewhere"})
    void everyCommandIsKnown(String command) {
        assertThat(flaws(command)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kubectl -n kube-system gte nodes                          | kubectl has no gte
            kubectl -n kube-sytem get nodes                           | there is no namespace kube-sytem
            kubectl logs "$POD" --folow                               | kubectl logs has no --folow
            kubectl apply -f deploy/manifests/all.yaml                | there is no deploy/manifests/all.yaml
            kubectl set env daemonset/a SKIP_NODE_DELETIONS=true      | the program has no SKIP_NODE_DELETIONS
            kubectl annotate lease a lifecycle.vspherecloud.dev/ack=x | the program has no lifecycle.vspherecloud.dev/ack
            make dst                                                  | make has no target dst
            helm tset vsphere-cpi                                     | the pages use helm only to run the test of the chart
            docker load                                               | found docker, expected a program that the pages use
            """)
    void unknownNamesAreFound(String command, String flaw) {
        assertThat(flaws(command)).containsExactly(flaw);
    }

    /// Guards the test above: it proves nothing about make if no page contains a command of make.
    @Test
    void thePagesHaveCommandsOfMake() {
        assertThat(commandsElsewhere().filter(command -> command.startsWith("make ")))
                .hasSizeGreaterThan(10);
    }

    private static List<String> flaws(String command) {
        String program = command.split("\\s+")[0];
        Stream<String> flaws =
                switch (program) {
                    case "kubectl" -> kubectl(command);
                    case "make" -> make(command);
                    case "helm" -> helm(command);
                    case "vsphere-cloud-controller-manager", "dist/bin/vsphere-cloud-controller-manager" ->
                        Stream.empty();
                    default ->
                        OTHER_PROGRAMS.contains(program)
                                ? Stream.empty()
                                : Stream.of("found %s, expected a program that the pages use".formatted(program));
                };
        return flaws.toList();
    }

    private static Stream<String> make(String command) {
        Set<String> targets =
                Set.copyOf(found(TARGET, Project.read(Project.path("Makefile"))).toList());
        return found(MAKE, command)
                .filter(target -> !targets.contains(target))
                .map(target -> "make has no target " + target);
    }

    /// @param command with the name of the release and the namespace of the pages
    private static Stream<String> helm(String command) {
        return command.equals("helm test %s --namespace %s --logs".formatted(Chart.RELEASE, Chart.NAMESPACE))
                ? Stream.empty()
                : Stream.of("the pages use helm only to run the test of the chart");
    }

    private static Stream<String> kubectl(String command) {
        // The words after -- belong to another program.
        String own = command.split(" -- ")[0];
        String verb = NAMESPACE.matcher(own).replaceAll("").split("\\s+")[1];
        if (!KUBECTL.containsKey(verb)) {
            return Stream.of("kubectl has no " + verb);
        }
        return Stream.of(
                        found(FLAG, own)
                                .filter(flag -> !GLOBAL_FLAGS.contains(flag)
                                        && !KUBECTL.getOrDefault(verb, Set.of()).contains(flag))
                                .map(flag -> "kubectl %s has no %s".formatted(verb, flag)),
                        found(NAMESPACE, own)
                                .filter(name -> !NAMESPACES.contains(name))
                                .map(name -> "there is no namespace " + name),
                        found(FILE, own)
                                .filter(file -> !Project.path(file).toFile().exists())
                                .map(file -> "there is no " + file),
                        found(OWN_NAME, own)
                                .map(name -> name.replace("\\", ""))
                                .filter(name -> !isKnown(name))
                                .map(name -> "the program has no " + name))
                .flatMap(each -> each);
    }

    private static boolean isKnown(String name) {
        return Pattern.compile(Pattern.quote(name) + "(?![\\w-])")
                .matcher(SOURCES)
                .find();
    }

    private static String sources() {
        return Project.files("", ".java").stream()
                .filter(file -> file.toString().contains("/src/main/"))
                .map(Project::read)
                .collect(Collectors.joining());
    }

    private static Stream<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> {
            String first = found.group(1);
            return first == null ? found.group(2) : first;
        });
    }
}
