package dev.vspherecloud.testkit.times;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the tables with one fork of Failsafe that ran two classes. The first one started an API server with its
/// guard, and a program; the second one borrowed the server.
class TimesTableTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String FORK = "/m/target/surefire/surefirebooter-1.jar /m/target/surefire run-jvmRun1";

    @TempDir
    private Path folder;

    private Path reports;

    @BeforeEach
    void makeFolder() throws IOException {
        reports = Files.createDirectories(folder.resolve("libs/some/target/failsafe-reports"));
    }

    @Test
    void aClassHasTheTimeOfItsReportAndTheUseOfItsFork() throws IOException {
        write("a.b.FirstIT", 3, 10, at(20));
        write("a.b.SecondIT", 1, 5, at(25));
        ObservedProcess fork = process("java", "/jdk/bin/java -jar " + FORK, 1, null);
        ObservedProcess guard = process("vcsim", "/tools/vcsim guard -- kube-apiserver", 11, fork);
        ObservedProcess server = process("kube-apiserver", "/tools/kube-apiserver", 11, guard);
        ObservedProcess program = process("vsphere-csi", "/dist/vsphere-csi", 12, fork);
        server.observe(at(15), Duration.ofSeconds(4));
        server.observe(at(22), Duration.ofSeconds(6));
        program.observe(at(15), Duration.ofSeconds(1));

        List<String> lines = TimesTable.lines(
                START,
                at(60),
                List.of(fork, guard, server, program),
                new MavenSteps(),
                ClassRun.readAll(folder, START));

        assertThat(lines)
                .contains("time:    60.0 s, CPU time 7.0 s")
                .anyMatch(line -> line.matches("kube-apiserver +1 +6\\.0"))
                .anyMatch(line -> line.matches("libs/some +0 +0\\.0 +4 +15\\.0"))
                .anyMatch(line -> line.matches("FirstIT +libs/some +3 +10\\.0 +5\\.0 +1 +1"))
                .anyMatch(line -> line.matches("SecondIT +libs/some +1 +5\\.0 +2\\.0 +0 +0"));
    }

    @Test
    void aReportOfAnEarlierRunDoesNotCount() throws IOException {
        write("a.b.EarlierIT", 3, 10, START.minusSeconds(1));

        assertThat(ClassRun.readAll(folder, START)).isEmpty();
    }

    @Test
    void aGoalEndsWhenTheNextOneOfItsModuleBegins() {
        var steps = new MavenSteps();
        steps.read("[INFO] --- maven-compiler-plugin:3.14.0:compile (default-compile) @ one ---", at(0));
        steps.read("[INFO] --- compiler:3.14.0:compile (default-compile) @ two ---", at(1));
        steps.read("[INFO] Compiling 3 source files", at(2));
        steps.read("[INFO] --- spotless:3.1.0:check (default) @ one ---", at(5));
        steps.read("[INFO] BUILD SUCCESS", at(7));

        assertThat(steps.times())
                .containsEntry(new MavenSteps.Key("compiler:compile", "one"), Duration.ofSeconds(5))
                .containsEntry(new MavenSteps.Key("compiler:compile", "two"), Duration.ofSeconds(6))
                .containsEntry(new MavenSteps.Key("spotless:check", "one"), Duration.ofSeconds(2))
                .hasSize(3);
    }

    private void write(String name, int cases, int seconds, Instant end) throws IOException {
        Path report = reports.resolve("TEST-" + name + ".xml");
        Files.writeString(report, """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite name="%s" time="%d.0" tests="%d" errors="0" skipped="1" failures="0">
                  <properties><property name="sun.java.command" value="%s"/></properties>
                </testsuite>
                """.formatted(name, seconds, cases + 1, FORK));
        Files.setLastModifiedTime(report, FileTime.from(end));
    }

    private static ObservedProcess process(
            String program, String commandLine, int start, @Nullable ObservedProcess parent) {
        return new ObservedProcess(program, commandLine, at(start), parent);
    }

    private static Instant at(int seconds) {
        return START.plusSeconds(seconds);
    }
}
