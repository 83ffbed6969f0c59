package dev.vspherecloud.ccm.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.DocBlock;
import dev.vspherecloud.testkit.demo.Demo;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `make demo` shows what it promises: six Nodes, a changed address in less than five seconds, nothing left behind.
class DemoScenario {
    /// The escape sequences that move the cursor of the terminal.
    private static final Pattern ESCAPE = Pattern.compile("\u001b\\[\\??[0-9]+[A-Za-z]");

    @Test
    void theDemoEndsWell() {
        var captured = new ByteArrayOutputStream();
        var out = new PrintStream(captured, true, StandardCharsets.UTF_8);
        Set<ProcessHandle> before = children();

        int code = Demo.run(out, out);

        String text = ESCAPE.matcher(captured.toString(StandardCharsets.UTF_8)).replaceAll("");
        assertThat(code).as(text).isZero();
        assertThat(text.lines().filter(line -> line.matches("node-\\d .*zone-[ab] .* ready .*")))
                .hasSizeGreaterThan(6);
        assertThat(text).contains("Its Node has the new address after").contains("Stopped all servers");
        assertThat(children()).isEqualTo(before);
        assertThat(shape(text.lines()))
                .as("the output in the README, but for its numbers")
                .containsSubsequence(shape(DocBlock.only(DemoScenario.class, "theDemoEndsWell")
                        .text()
                        .lines()
                        .filter(line -> !line.equals("..."))));
    }

    /// Removes numbers, and the blanks that align them, because they differ from run to run.
    private static List<String> shape(Stream<String> lines) {
        return lines.map(line -> line.replaceAll("[0-9]+", "0").replaceAll(" +", " "))
                .toList();
    }

    /// Returns the child processes and their children. They include those of other test classes.
    private static Set<ProcessHandle> children() {
        return ProcessHandle.current()
                .descendants()
                .filter(ProcessHandle::isAlive)
                .collect(Collectors.toSet());
    }
}
