package dev.vspherecloud.testkit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.bed.Checkout;
import dev.vspherecloud.testkit.servers.ProgramRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests `tools/testkit/run-tests`, with which `make` runs tests. A command in place of Maven writes the reports of
/// one test class: a test with two sets of parameters, one of a nested class, and one that is skipped.
class RunTestsTest {
    private static final String REPORT = """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuite name="a.b.SomeTest" tests="4" errors="0" skipped="1" failures="0">
              <testcase name="reads(String)[1]" classname="a.b.SomeTest" time="0.1"/>
              <testcase name="reads(String)[2]" classname="a.b.SomeTest" time="0.1">
                <system-out><![CDATA[<skipped/>]]></system-out>
              </testcase>
              <testcase name="replays" classname="a.b.SomeTest" time="0.1">
                <skipped message="System property [seed] does not exist"/>
              </testcase>
              <testcase name="writes" classname="a.b.SomeTest$Nested" time="0.1"/>
            </testsuite>
            """;

    @TempDir
    private Path folder;

    private Path reports;

    @BeforeEach
    void makeFolder() throws IOException {
        reports = Files.createDirectories(folder.resolve("module/target/surefire-reports"));
        Files.writeString(folder.resolve("report.xml"), REPORT);
    }

    /// Runs the script with a command that writes reports as Maven does, also if no test has the name.
    private ProgramRun run(String names) {
        return run(names, "sh", "-c", "cp report.xml " + reports.resolve("TEST-a.b.SomeTest.xml") + "; echo \"$0\"");
    }

    private ProgramRun run(String names, String... command) {
        var words = new ArrayList<>(
                List.of(Checkout.root().resolve("tools/testkit/run-tests").toString(), names));
        words.addAll(List.of(command));
        return ProgramRun.of(
                new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true));
    }

    @Test
    void printsTheNumberOfTestsForEachName() {
        assertThat(run("SomeTest,SomeTest#reads,SomeTest#w*")).isEqualTo(new ProgramRun(0, """
                        -Dtest=SomeTest,SomeTest#reads,SomeTest#w*
                        3 tests ran: SomeTest
                        2 tests ran: SomeTest#reads
                        1 tests ran: SomeTest#w*
                        """));
        assertThat(run("all").output()).endsWith("3 tests ran: all\n");
    }

    @Test
    void aNameWithoutATestFails() {
        for (String name : List.of("OtherTest", "Some", "SomeTest#read", "SomeTest#replays")) {
            ProgramRun result = run("SomeTest," + name);

            assertThat(result.exitCode()).as(name).isEqualTo(1);
            assertThat(result.output()).contains("3 tests ran: SomeTest\n", "no test ran: " + name + " ");
        }
    }

    @Test
    void reportsOfAnEarlierRunDoNotCount() {
        run("SomeTest");

        ProgramRun result = run("SomeTest", "true");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.output()).contains("no test ran: SomeTest");
    }

    @Test
    void aCommandThatFailsFails() {
        assertThat(run("all", "sh", "-c", "exit 3")).isEqualTo(new ProgramRun(3, ""));
    }

    /// A value such as `SEED=` that make writes into a line of the shell is a program for the shell.
    @Test
    void makeWritesNoValueOfTheUserIntoALineOfTheShell() throws IOException {
        String makefile = Files.readString(Checkout.root().resolve("Makefile"));
        Set<String> own = Pattern.compile("(?m)^([A-Z_]+) *:?=")
                .matcher(makefile)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());

        // A value that only decides a condition of make is not written.
        assertThat(Pattern.compile("\\$[({](\\w+)[)}]")
                        .matcher(makefile.replaceAll("\\$\\$|\\$\\(if \\$\\(\\w+\\),", ""))
                        .results()
                        .map(found -> found.group(1)))
                .contains("MVN")
                .isSubsetOf(
                        Stream.concat(own.stream(), Stream.of("CURDIR", "MAKE")).toList());
    }

    /// If a target called Maven with names of tests itself, it would run no test after a rename, without an error.
    @Test
    void everyTargetOfMakeRunsItsTestsWithTheScript() throws IOException {
        String makefile = Files.readString(Checkout.root().resolve("Makefile")).replace("\\\n", " ");

        assertThat(makefile.lines().filter(line -> line.contains("run-tests"))).hasSize(11);
        assertThat(makefile.lines().filter(line -> line.matches(".*(-Dtest=|-Dit.test=|failIfNoSpecifiedTests).*")))
                .isEmpty();
        assertThat(makefile.lines().filter(line -> line.matches("\\t.*\\$\\(MVN\\).* (test|package|verify)\\b.*")))
                .filteredOn(line -> !line.contains("-Dmaven.test.skip=true"))
                .isNotEmpty()
                .allMatch(line -> line.contains("run-tests") || line.contains("test-compile"));
    }
}
