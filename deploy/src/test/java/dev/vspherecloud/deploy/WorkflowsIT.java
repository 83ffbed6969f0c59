package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.testkit.servers.ProgramRun;
import dev.vspherecloud.testkit.servers.ServerBinaries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/// actionlint accepts the workflow files, and they only call verbs of make, with the fewest permissions.
class WorkflowsIT {
    private static final Path FOLDER = Project.path(".github/workflows");

    /// Each permission that a job may have besides reading the repository, and why.
    private static final Map<String, Map<String, String>> PERMISSIONS = Map.of(
            // Creates the GitHub release.
            "release.yml release", Map.of("contents", "write"),
            // Publishes the site, and proves to GitHub Pages which workflow it comes from.
            "docs.yml publish", Map.of("pages", "write", "id-token", "write"));

    /// A commit, and the version that a reader can compare.
    private static final Pattern PINNED = Pattern.compile("uses: [\\w./-]+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+");

    private static final Pattern VERB = Pattern.compile("make ([a-z-]+)(?: [A-Z]+=\\S+)*");

    private static final Pattern TARGET = Pattern.compile("(?m)^([a-z-]+):");

    static List<Path> workflows() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @TempDir
    private Path folder;

    @Test
    void actionlintAcceptsThem() {
        assertThat(workflows())
                .extracting(file -> file.getFileName().toString())
                .contains("test.yml", "docs.yml", "release.yml", "soak.yml");
        assertThat(actionlint(workflows())).isEmpty();
    }

    /// Guards the test above.
    @Test
    void actionlintFindsAnError() throws IOException {
        Path wrong = Files.writeString(
                folder.resolve("wrong.yml"),
                Project.read(FOLDER.resolve("test.yml")).replace("runs-on:", "run-on:"));

        assertThat(actionlint(List.of(wrong))).contains("run-on");
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void everyStepIsAVerbOfMake(Path workflow) {
        Set<String> verbs = TARGET.matcher(Project.read(Project.path("Makefile")))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());

        assertThat(steps(workflow).filter(step -> step.containsKey("run"))).allSatisfy(step -> {
            var verb = VERB.matcher(String.valueOf(step.get("run")).strip());
            assertThat(verb.matches()).as(step.toString()).isTrue();
            assertThat(verbs).contains(verb.group(1));
        });
    }

    @Test
    void testsReleasesAndSiteUseTheVerbsOfTheDevelopers() {
        assertThat(verbs("test.yml")).containsExactly("test");
        assertThat(verbs("soak.yml")).containsExactly("soak");
        assertThat(verbs("docs.yml")).containsExactly("docs-site");
        assertThat(verbs("release.yml"))
                .containsExactly("release-notes", "release-credentials", "release", "publish", "github-release");
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void everyActionIsPinnedToACommit(Path workflow) {
        assertThat(Project.read(workflow).lines().filter(line -> line.contains("uses: ") && !line.contains("uses: ./")))
                .allSatisfy(line -> assertThat(line).containsPattern(PINNED));
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void theyOnlyReadExceptWhereNamed(Path workflow) {
        Map<String, Object> keys = read(workflow);

        assertThat(keys.get("permissions")).isEqualTo(Map.of("contents", "read"));
        jobs(keys).forEach((name, job) -> {
            if (job.containsKey("permissions")) {
                assertThat(job.get("permissions"))
                        .as(name)
                        .isEqualTo(PERMISSIONS.get(workflow.getFileName() + " " + name));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void everyJobEndsByItself(Path workflow) {
        jobs(read(workflow)).forEach((name, job) -> {
            if (!job.containsKey("uses")) {
                assertThat(job).as(name).containsKey("timeout-minutes");
            }
        });
    }

    /// A pull request from a fork must not reach them, and the checkout must not leave a token behind.
    @ParameterizedTest
    @MethodSource("workflows")
    void onlyReleasesUseSecrets(Path workflow) {
        String text = Project.read(workflow);

        assertThat(text).doesNotContain("pull_request_target", "secrets: inherit");
        assertThat(text.contains("secrets.")).isEqualTo(workflow.endsWith("release.yml"));
        assertThat(steps(workflow)
                        .filter(step -> String.valueOf(step.get("uses")).startsWith("actions/checkout@")))
                .allSatisfy(step -> assertThat(step.get("with")).isEqualTo(Map.of("persist-credentials", false)));
    }

    /// Each test run may write the caches, and the steps of a release have the signing key and the password of the
    /// registry.
    @ParameterizedTest
    @MethodSource("workflows")
    void aJobOfTheReleaseRestoresNoCache(Path workflow) {
        assertThat(jobs(read(workflow)).values())
                .filteredOn(job -> String.valueOf(job.get("environment")).contains("release"))
                .flatExtracting(WorkflowsIT::caches)
                .isEmpty();
    }

    /// Guards the test above.
    @Test
    void theReleaseIsFoundAndSoAreTheCachesOfTheTests() {
        assertThat(jobs(read(FOLDER.resolve("release.yml"))).get("release")).containsEntry("environment", "release");
        assertThat(caches(Objects.requireNonNull(
                        jobs(read(FOLDER.resolve("test.yml"))).get("test"))))
                .hasSize(3)
                .anyMatch(action -> action.startsWith("actions/cache@"))
                .anyMatch(action -> action.startsWith("actions/setup-java@"))
                .anyMatch(action -> action.startsWith("actions/setup-go@"));
    }

    /// Returns the actions of a job that restore a cache. setup-go does so unless the job forbids it; setup-java
    /// does so if the job names a build tool.
    private static List<String> caches(Map<String, Object> job) {
        return ((List<?>) job.getOrDefault("steps", List.of()))
                .stream()
                        .map(WorkflowsIT::strings)
                        .filter(step -> {
                            String action = String.valueOf(step.get("uses"));
                            String cache = String.valueOf(
                                    strings(step.getOrDefault("with", Map.of())).getOrDefault("cache", ""));
                            return action.startsWith("actions/cache")
                                    || (action.startsWith("actions/setup-go@")
                                            ? !cache.equals("false")
                                            : !cache.isEmpty() && !cache.equals("false"));
                        })
                        .map(step -> String.valueOf(step.get("uses")))
                        .toList();
    }

    @Test
    void theOwnerFindsEveryVariableAndSecretInOnePlace() {
        String governance = Project.read(Project.path("GOVERNANCE.md"));
        Set<String> names = workflows().stream()
                .flatMap(file -> Pattern.compile("(?:secrets|vars)\\.([A-Z_]+)")
                        .matcher(Project.read(file))
                        .results())
                .map(found -> found.group(1))
                .collect(Collectors.toSet());

        assertThat(names)
                .contains("REGISTRY", "COSIGN_PRIVATE_KEY", "PUBLISH_SITE")
                .allSatisfy(name -> assertThat(governance).contains("`" + name + "`"));
    }

    @Test
    void dependabotUpdatesEveryGoModuleExceptTheOldKubernetes() {
        Map<String, Object> dependabot = new Yaml().load(Project.read(Project.path(".github/dependabot.yml")));
        List<Object> folders = ((List<?>) Objects.requireNonNull(dependabot.get("updates")))
                .stream()
                        .map(update -> (Map<?, ?>) update)
                        .filter(update -> "gomod".equals(update.get("package-ecosystem")))
                        .flatMap(update -> ((List<?>) Objects.requireNonNull(update.get("directories"))).stream())
                        .collect(Collectors.toList());

        assertThat(folders)
                .contains("/tools/servers", "/tools/servers/actionlint")
                .doesNotContain("/tools/servers/older")
                .allSatisfy(each -> assertThat(Project.path(each.toString().substring(1) + "/go.mod"))
                        .exists());
    }

    private static List<String> verbs(String workflow) {
        return steps(FOLDER.resolve(workflow))
                .filter(step -> step.containsKey("run"))
                .map(step -> String.valueOf(step.get("run")).split(" ")[1].strip())
                .toList();
    }

    private static Stream<Map<String, Object>> steps(Path workflow) {
        return jobs(read(workflow)).values().stream()
                .flatMap(job -> ((List<?>) job.getOrDefault("steps", List.of())).stream())
                .map(WorkflowsIT::strings);
    }

    private static Map<String, Map<String, Object>> jobs(Map<String, Object> workflow) {
        return strings(Objects.requireNonNull(workflow.get("jobs"))).entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, job -> strings(job.getValue())));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> strings(Object map) {
        return (Map<String, Object>) map;
    }

    private static Map<String, Object> read(Path workflow) {
        return new Yaml().load(Project.read(workflow));
    }

    /// Runs it without shellcheck and pyflakes, which it would use if they are installed.
    private static String actionlint(List<Path> files) {
        var command = new ArrayList<>(List.of(ServerBinaries.actionlint().toString(), "-shellcheck=", "-pyflakes="));
        files.forEach(file -> command.add(file.toString()));
        return ProgramRun.of(new ProcessBuilder(command).redirectErrorStream(true))
                .output();
    }
}
