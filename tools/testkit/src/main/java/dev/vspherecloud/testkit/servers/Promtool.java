package dev.vspherecloud.testkit.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
