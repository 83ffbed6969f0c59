package dev.vspherecloud.testkit.times;

import dev.vspherecloud.testkit.report.Report;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// Runs a command that runs tests, such as `make test`, and writes where its time went.
///
/// The report contains how often each program started and its CPU time, and the time of each goal of Maven. For each
/// test class it contains the time, the CPU time, and how many servers and JVMs it started.
///
/// The CPU time of a class includes the servers that an earlier class lent to it. The processes are observed from
/// outside, four times a second, so the tests run as they do without this class. What a process uses after its last
/// observation is not counted.
///
/// Threads: the main thread copies the output of the command; `ProcessSampler` has one.
public final class TestTimes {
    private TestTimes() {}

    /// @param arguments the file of the report, then the command that runs the tests
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path report = Path.of(arguments[0]);
        List<String> command = List.of(arguments).subList(1, arguments.length);
        InstantSource clock = InstantSource.system();
        Instant start = clock.instant();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var steps = new MavenSteps();
        int code;
        List<ObservedProcess> processes;
        try (var sampler = ProcessSampler.start(process.toHandle(), clock)) {
            copyOutput(process, steps, clock);
            code = process.waitFor();
            processes = sampler.processes();
        }
        steps.end(clock.instant());
        List<ClassRun> classes = ClassRun.readAll(Path.of(System.getProperty("vspherecloud.root", "")), start);
        var lines = new ArrayList<String>();
        lines.add("command: %s, exit code %d".formatted(String.join(" ", command), code));
        lines.addAll(TimesTable.lines(start, clock.instant(), processes, steps, classes));
        Report.write(report, clock, lines);
        System.exit(code);
    }

    private static void copyOutput(Process process, MavenSteps steps, InstantSource clock) throws IOException {
        try (var output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                System.out.println(line);
                steps.read(line, clock.instant());
            }
        }
    }
}
