package dev.vspherecloud.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.servers.ProgramRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The scripts of a release refuse wrong inputs, before they build anything.
class ReleaseInputsIT {
    private static final Path SCRIPTS = Program.executable()
            .toAbsolutePath()
            .resolveSibling("../../tools/release")
            .normalize();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", "1.0", "v1.0.0", "1.0.0.0", "01.0.0", "1.0.0+build", "1.0.0-", "1.0.0-01", "one"})
    void aVersionThatIsNotSemanticIsAnError(String version) {
        ProgramRun ended = run(SCRIPTS.resolve("build").toString(), version);

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.output())
                .contains(
                        "VERSION: found \"" + version + "\", expected a semantic version",
                        "run make release VERSION=1.0.0");
    }

    @Test
    void aSnapshotIsNoRelease() {
        ProgramRun ended = run(SCRIPTS.resolve("build").toString(), "1.0.0-SNAPSHOT");

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.output()).contains("expected a version without SNAPSHOT", "run make release VERSION=1.0.0");
    }

    @Test
    void aTreeWithLocalChangesIsNoRelease() throws IOException {
        Path copy = Files.createDirectories(folder.resolve("tools/release"));
        Files.copy(SCRIPTS.resolve("build"), copy.resolve("build"));
        run("git", "init", "--quiet", folder.toString());
        run("git", "-C", folder.toString(), "add", "tools");
        run(
                "git",
                "-C",
                folder.toString(),
                "-c",
                "user.name=t",
                "-c",
                "user.email=t@example.org",
                "commit",
                "-qm",
                "t");
        Files.writeString(folder.resolve("new-file"), "");

        ProgramRun ended = run("sh", copy.resolve("build").toString(), "1.0.0");

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.output()).contains("found local changes", "?? new-file");
    }

    @Test
    void publishNeedsARegistry() {
        ProgramRun ended = run(SCRIPTS.resolve("publish").toString(), "");

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.output()).contains("REGISTRY is empty", "run make publish REGISTRY=");
    }

    @Test
    void aFolderThatIsNoReleaseCannotBeVerified() {
        ProgramRun ended = run(SCRIPTS.resolve("verify").toString(), folder.toString());

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.output()).contains("found no SHA256SUMS");
    }

    private static ProgramRun run(String... words) {
        return ProgramRun.of(new ProcessBuilder(words).redirectErrorStream(true));
    }
}
