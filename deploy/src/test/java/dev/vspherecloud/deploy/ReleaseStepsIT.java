package dev.vspherecloud.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.testkit.servers.ProgramRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs the scripts of `tools/changelog` and `tools/github` in a folder with its own change files.
class ReleaseStepsIT {
    @TempDir
    private Path folder;

    @BeforeEach
    void createFiles() {
        write("CHANGELOG.md", """
                # Changelog

                For the person who upgrades.
                """);
        write("changes/README.md", "# Change files\n");
        write("changes/a.md", "Fixed: One.\nSecond line.\n");
        write("changes/b.md", "Added: Two.\n\nSecond paragraph.\n");
        write("changes/c.md", "Fixed: Three.\n");
    }

    @Test
    void aReleaseMovesTheChangesIntoASectionByKind() {
        assertThat(changelog("release", "1.0.0", "2026-12-31")).isEqualTo(new ProgramRun(0, ""));

        assertThat(read("CHANGELOG.md")).isEqualTo("""
                # Changelog

                For the person who upgrades.

                ## 1.0.0 (2026-12-31)

                ### Added

                - Two.

                  Second paragraph.

                ### Fixed

                - One.
                  Second line.
                - Three.
                """);
        assertThat(folder.resolve("changes")).isDirectoryContaining(file -> file.endsWith("README.md"));
        assertThat(folder.resolve("changes/a.md")).doesNotExist();
        assertThat(changelog("unreleased")).isEqualTo(new ProgramRun(0, ""));
    }

    @Test
    void theNextReleaseIsAboveTheOlderOne() {
        changelog("release", "1.0.0", "2026-12-31");
        write("changes/d.md", "Changed: Four.\n");

        assertThat(changelog("release", "1.0.1", "2027-01-31").exitCode()).isZero();

        assertThat(read("CHANGELOG.md").lines().filter(line -> line.startsWith("## ")))
                .containsExactly("## 1.0.1 (2027-01-31)", "## 1.0.0 (2026-12-31)");
        assertThat(read("CHANGELOG.md")).doesNotContain("\n\n\n");
        assertThat(changelog("notes", "1.0.1")).isEqualTo(new ProgramRun(0, "### Changed\n\n- Four.\n"));
        assertThat(changelog("notes", "1.0.0").output())
                .startsWith("### Added\n\n- Two.")
                .endsWith("- Three.\n");
    }

    @Test
    void withoutAVersionItOnlyPrints() {
        assertThat(changelog("unreleased").output()).startsWith("### Added\n\n- Two.");
        assertThat(read("CHANGELOG.md")).doesNotContain("##");
        assertThat(folder.resolve("changes/a.md")).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"release 0.1.0-SNAPSHOT 2026-12-31", "notes 0.1.0-SNAPSHOT", "check 1.0.0-SNAPSHOT"})
    void aSnapshotIsNeverReleased(String arguments) {
        ProgramRun run = changelog(arguments.split(" "));

        assertThat(run.exitCode()).isOne();
        assertThat(run.output()).contains("a SNAPSHOT is never released. Give VERSION=1.0.0.");
        assertThat(folder.resolve("changes/a.md")).exists();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            release                     | found version "", expected MAJOR.MINOR.PATCH
            release v1.0.0 2026-12-31   | found version "v1.0.0", expected MAJOR.MINOR.PATCH
            release 1.0 2026-12-31      | found version "1.0", expected MAJOR.MINOR.PATCH
            release 01.0.0 2026-12-31   | found version "01.0.0", expected MAJOR.MINOR.PATCH
            release 1.0.0 31.12.2026    | found date "31.12.2026", expected YEAR-MONTH-DAY
            notes 1.0.0                 | CHANGELOG.md has no section for 1.0.0. Run: make changelog VERSION=1.0.0
            publish 1.0.0               | found "publish", expected unreleased, release, notes or check
            """)
    void wrongArgumentsAreRefused(String arguments, String message) {
        ProgramRun run = changelog(arguments.split(" "));

        assertThat(run.exitCode()).isOne();
        assertThat(run.output()).contains(message);
        assertThat(read("CHANGELOG.md")).doesNotContain("##");
    }

    @Test
    void theSameVersionIsNotReleasedTwice() {
        changelog("release", "1.0.0", "2026-12-31");
        write("changes/d.md", "Changed: Four.\n");

        assertThat(changelog("release", "1.0.0", "2027-01-31").output()).contains("has a section for 1.0.0 already");
        assertThat(folder.resolve("changes/d.md")).exists();
    }

    @Test
    void aReleaseNeedsChanges() {
        changelog("release", "1.0.0", "2026-12-31");

        assertThat(changelog("release", "1.0.1", "2027-01-31").output()).contains("there is nothing to release");
    }

    @Test
    void aChangeWithoutAKindIsNamed() {
        write("changes/d.md", "The program is faster.\n");

        ProgramRun run = changelog("release", "1.0.0", "2026-12-31");

        assertThat(run.exitCode()).isOne();
        assertThat(run.output())
                .contains(
                        "changes/d.md:1: found \"The\", expected one of Added:, Changed:, Deprecated:, Removed:, Fixed:");
        assertThat(folder.resolve("changes/a.md")).exists();
    }

    /// The change files of this project have kinds, and the README names each of them.
    @Test
    void theChangesOfThisProjectCanBeReleased() {
        ProgramRun run = run(Project.root(), List.of(script("changelog"), "unreleased"), "");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(Project.read(Project.path("changes/README.md")))
                .contains("`Added:`", "`Changed:`", "`Deprecated:`", "`Removed:`", "`Fixed:`", "`Security:`");
    }

    @ParameterizedTest
    @CsvSource({"1.0.0, false", "1.0.0-rc.1, true"})
    void theReleaseOnGithubHasTheNotesAndAllFiles(String version, boolean isPrerelease) {
        changelog("release", version, "2026-12-31");
        write("dist/release/image.tar", "");
        write("dist/release/SHA256SUMS", "");
        write("bin/gh", "#!/bin/sh\nfor argument; do echo \"<$argument>\"; done\n");
        assertThat(folder.resolve("bin/gh").toFile().setExecutable(true)).isTrue();

        ProgramRun run = run(folder, List.of(githubScript("release"), version), folder.resolve("bin") + ":");

        assertThat(run.output())
                .startsWith("<release>\n<create>\n<v%s>\n<--verify-tag>\n<--title>\n<%s>\n<--notes>\n<### Added"
                        .formatted(version, version))
                .endsWith("<dist/release/SHA256SUMS>\n<dist/release/image.tar>\n");
        assertThat(run.output().contains("<--prerelease>")).isEqualTo(isPrerelease);
    }

    @Test
    void aReleaseOnGithubNeedsFiles() {
        changelog("release", "1.0.0", "2026-12-31");
        write("bin/gh", "#!/bin/sh\n");
        assertThat(folder.resolve("bin/gh").toFile().setExecutable(true)).isTrue();

        ProgramRun run = run(folder, List.of(githubScript("release"), "1.0.0"), folder.resolve("bin") + ":");

        assertThat(run.exitCode()).isOne();
        assertThat(run.output()).contains("there are no files in dist/release. Run: make release VERSION=1.0.0");
    }

    /// The files are readable by their owner only, and the account is the one of the registry's host.
    @Test
    void theCredentialsOfAReleaseAreWrittenForTheTools() throws IOException {
        Path key = folder.resolve("cosign.key");

        assertThat(credentials("registry.example.org:5000/team", key, Map.of())).isEqualTo(new ProgramRun(0, ""));

        Path config = folder.resolve("docker/config.json");
        assertThat(Project.read(config))
                .isEqualTo("{\"auths\": {\"registry.example.org:5000\": {\"auth\": \"%s\"}}}\n"
                        .formatted(Base64.getEncoder().encodeToString("robot:pass:word".getBytes(UTF_8))));
        assertThat(Project.read(key)).isEqualTo("the key\n");
        assertThat(List.of(config, key)).allSatisfy(file -> assertThat(Files.getPosixFilePermissions(file))
                .isEqualTo(PosixFilePermissions.fromString("rw-------")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"REGISTRY_USERNAME", "REGISTRY_PASSWORD", "COSIGN_PRIVATE_KEY", "DOCKER_CONFIG"})
    void aMissingCredentialIsNamedWithThePlaceToSetIt(String name) {
        ProgramRun run = credentials("registry.example.org", folder.resolve("cosign.key"), Map.of(name, ""));

        assertThat(run.exitCode()).isOne();
        assertThat(run.output())
                .isEqualTo("release-credentials: %s is empty. The owner of the repository sets it: see GOVERNANCE.md.\n"
                        .formatted(name));
        assertThat(folder.resolve("cosign.key")).doesNotExist();
    }

    @Test
    void existingCredentialsAreNeverReplaced() {
        write("docker/config.json", "{}");

        assertThat(credentials("registry.example.org", folder.resolve("cosign.key"), Map.of())
                        .output())
                .contains("docker/config.json exists, expected no such file");
        assertThat(read("docker/config.json")).isEqualTo("{}");
    }

    /// The shell runs what is between backquotes in a text of its line, but not in the value of a variable.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "release-notes",
                "github-release",
                "release-credentials",
                "publish",
                "changelog",
                "docs-site",
                "kubectl-plugin",
                "soak"
            })
    void noParameterOfMakeBecomesPartOfACommand(String verb) {
        List<String> parameters = Stream.of(
                        "VERSION", "REGISTRY", "KEY", "URL", "REPOSITORY", "DATE", "BUILDER", "SEED", "RUNS")
                .map(name -> name + "=1.0.0`id`")
                .toList();

        ProgramRun run = run(
                Map.of(),
                Stream.concat(Stream.of("make", "-n", "-C", Project.root().toString(), verb), parameters.stream())
                        .toList());

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output()).isNotBlank().doesNotContain("`id`");
    }

    /// A server that answers on port 80 of another host could ask for the password of the registry.
    @ParameterizedTest
    @CsvSource({
        "registry.example.org/team, false",
        "10.0.0.5:5000, false",
        "localhost.example.org:5000, false",
        "127.0.0.1.example.org:5000, false",
        "127.0.0.1:5000, true",
        "localhost:5000/team, true",
    })
    void onlyALoopbackAddressIsAskedWithoutTls(String registry, boolean isPlain) throws IOException {
        write("release/vsphere-cpi-1.0.0.tgz", "chart");
        write("release/digests.txt", "sha256:00  the image index\n");
        write("release/provenance.intoto.json", "\"sha256\" : \"00\"\n");
        ProgramRun sums = shell("cd release && sha256sum * >../sums && mv ../sums SHA256SUMS"
                + " && : >SHA256SUMS.sigstore.json && mkdir -p ../tools/release ../tools/servers ../bin");
        assertThat(sums.exitCode()).as(sums.output()).isZero();
        for (String script : List.of("verify", "insecure")) {
            Files.copy(Project.path("tools/release/" + script), folder.resolve("tools/release/" + script));
        }
        program("tools/servers/build", "echo '%s'".formatted(folder.resolve("bin")));
        String play = """
                echo "${0##*/} $*" >>'%s'
                case "${0##*/} $1" in
                    'crane digest') echo sha256:00 ;;
                    'helm pull') for last; do :; done; cp '%s' "$last" ;;
                esac""".formatted(folder.resolve("calls"), folder.resolve("release/vsphere-cpi-1.0.0.tgz"));
        for (String name : List.of("crane", "helm", "cosign")) {
            program("bin/" + name, play);
        }

        ProgramRun run = shell("PUBLIC_KEY=cosign.pub sh tools/release/verify release " + registry);

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(read("calls").lines().filter(call -> call.contains(registry)))
                .hasSize(6)
                .allSatisfy(call -> assertThat(Pattern.compile(" --(insecure|plain-http|allow-http-registry)(?= )")
                                .matcher(call)
                                .find())
                        .as(call)
                        .isEqualTo(isPlain));
    }

    private void program(String name, String text) {
        write(name, "#!/bin/sh\n" + text + "\n");
        assertThat(folder.resolve(name).toFile().setExecutable(true)).isTrue();
    }

    private ProgramRun shell(String command) {
        return run(Map.of(), List.of("sh", "-c", "cd '%s' && %s".formatted(folder, command)));
    }

    private ProgramRun credentials(String registry, Path key, Map<String, String> changed) {
        var variables = new HashMap<>(Map.of(
                "REGISTRY_USERNAME", "robot",
                "REGISTRY_PASSWORD", "pass:word",
                "COSIGN_PRIVATE_KEY", "the key",
                "DOCKER_CONFIG", folder.resolve("docker").toString()));
        variables.putAll(changed);
        return run(variables, List.of(githubScript("credentials"), registry, key.toString()));
    }

    private ProgramRun changelog(String... arguments) {
        return run(
                folder,
                Stream.concat(Stream.of(script("changelog")), Stream.of(arguments))
                        .toList(),
                "");
    }

    private static String githubScript(String name) {
        return Project.path("tools/github/" + name).toString();
    }

    private static String script(String name) {
        return Project.path("tools/changelog/" + name).toString();
    }

    /// @param path comes before the directories of programs; ends with a colon if it is not empty
    private static ProgramRun run(Path root, List<String> command, String path) {
        return run(Map.of("ROOT", root.toString(), "PATH", path + System.getenv("PATH")), command);
    }

    private static ProgramRun run(Map<String, String> variables, List<String> command) {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(variables);
        return ProgramRun.of(builder);
    }

    private void write(String name, String text) {
        try {
            Files.createDirectories(folder.resolve(name).getParent());
            Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String read(String name) {
        return Project.read(folder.resolve(name));
    }
}
