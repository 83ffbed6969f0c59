package dev.vspherecloud.csi.protocol;

import dev.vspherecloud.conformance.Project;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Builds and runs programs of `tools/servers`.
public final class GoPrograms {
    private GoPrograms() {}

    /// Builds a program at the first call after a change, which may take a minute.
    public static Path build(String name) {
        Run run = run(List.of(Project.path("tools/servers/build").toString(), name), true);
        if (run.exitCode() != 0) {
            throw new IllegalStateException(
                    "tools/servers/build %s failed, see its lines on standard error".formatted(name));
        }
        return Path.of(run.output().strip()).resolve(name);
    }

    /// Runs a program to its end.
    public static Run run(Path program, String... words) {
        return run(
                Stream.concat(Stream.of(program.toString()), Stream.of(words)).toList(), false);
    }

    /// What a program printed, and its exit code.
    public record Run(String output, int exitCode) {}

    private static Run run(List<String> command, boolean showsErrors) {
        try {
            var builder = new ProcessBuilder(command).redirectErrorStream(!showsErrors);
            if (showsErrors) {
                builder.redirectError(ProcessBuilder.Redirect.INHERIT);
            }
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Run(output, process.waitFor());
        } catch (IOException e) {
            throw new IllegalStateException("cannot run " + command, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a program was running", e);
        }
    }
}
