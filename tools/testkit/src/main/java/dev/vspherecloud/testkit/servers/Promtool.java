package dev.vspherecloud.testkit.servers;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Runs promtool of Prometheus, which checks rules and evaluates them on test series.
public final class Promtool {
    /// Holds the path, which is looked up once.
    private static final class Program {
        private static final Path FILE = ServerBinaries.promtool();
    }

    private Promtool() {}

    /// @param output everything that it printed
    public record Verdict(boolean isSuccess, String output) {}

    /// Runs it to its end. The first run builds it, which takes minutes, with progress on standard error.
    public static Verdict run(String... arguments) {
        List<String> command = Stream.concat(Stream.of(Program.FILE.toString()), Stream.of(arguments))
                .toList();
        ProgramRun run = ProgramRun.of(new ProcessBuilder(command).redirectErrorStream(true));
        return new Verdict(run.exitCode() == 0, run.output());
    }
}
