package dev.vspherecloud.testkit.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Writes a report of a benchmark or soak test. It begins with the commit, the date, the JVM and the machine.
public final class Report {
    private static final Path FOLDER = Path.of(System.getProperty("vspherecloud.reports", "target"));
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final String UNKNOWN = "unknown";

    private Report() {}

    /// Writes a report to the folder that the system property `vspherecloud.reports` names, by default `target`. It
    /// replaces an earlier report of this name.
    ///
    /// @param lines the content after the header and an empty line
    public static void write(String name, InstantSource clock, List<String> lines) {
        try {
            write(Files.createDirectories(FOLDER).resolve(name), clock, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Writes a report to this file, whose folder exists.
    ///
    /// @param lines the content after the header and an empty line
    public static void write(Path file, InstantSource clock, List<String> lines) {
        var all = new ArrayList<>(header(Path.of(""), clock));
        all.add("");
        all.addAll(lines);
        try {
            Files.write(file, all);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns one line for each of commit, date, JVM and machine.
    ///
    /// @param project any folder of the working tree
    static List<String> header(Path project, InstantSource clock) {
        return List.of(
                "commit:  " + commit(project),
                "date:    " + clock.instant().truncatedTo(ChronoUnit.SECONDS),
                "JVM:     " + jvm(),
                "machine: " + machine());
    }

    private static String commit(Path project) {
        return git(project, "rev-parse", "--short=12", "HEAD")
                .map(id -> git(project, "status", "--porcelain", "--untracked-files=no")
                        .filter(String::isEmpty)
                        .map(_ -> id)
                        .orElse(id + ", with changes that are not committed"))
                .orElse(UNKNOWN);
    }

    /// Runs git; empty if git is not installed or fails.
    private static Optional<String> git(Path project, String... arguments) {
        var command = new ArrayList<>(List.of("git", "-C", project.toString()));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Optional.of(answer.strip()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static String jvm() {
        String collector = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(bean -> bean.getName())
                .findFirst()
                .orElse(UNKNOWN);
        return "%s %s (%s)"
                .formatted(
                        System.getProperty("java.vm.vendor", UNKNOWN),
                        System.getProperty("java.vm.version", UNKNOWN),
                        collector);
    }

    private static String machine() {
        long memory =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return "%s %s, %d cores (%s), %.1f GiB"
                .formatted(
                        System.getProperty("os.name", UNKNOWN),
                        System.getProperty("os.arch", UNKNOWN),
                        Runtime.getRuntime().availableProcessors(),
                        processor(),
                        memory / (double) (1L << 30));
    }

    private static String processor() {
        if (!Files.isReadable(CPU_INFO)) {
            return UNKNOWN;
        }
        try {
            return Files.readAllLines(CPU_INFO).stream()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(UNKNOWN);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
