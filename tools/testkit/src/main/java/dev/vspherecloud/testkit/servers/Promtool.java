package dev.vspherecloud.testkit.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Prometheus' own tool, which checks rules and plays them on series.
public final class Promtool {
    /// Found when it is first needed, and then no more looked for.
    private static final class Program {
        private static final Path FILE = ServerBinaries.promtool();
    }

    private Promtool() {}

    /// @param output all that it printed
    public record Verdict(boolean isSuccess, String output) {}

    /// Runs it to its end. The first time it is built, which takes minutes, with progress on standard error.
    public static Verdict run(String... arguments) {
        List<String> command = Stream.concat(Stream.of(Program.FILE.toString()), Stream.of(arguments))
                .toList();
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Verdict(process.waitFor() == 0, output);
        } catch (IOException e) {
            throw new ServerException("cannot run " + command, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerException("interrupted while " + command + " was running", e);
        }
    }
}
