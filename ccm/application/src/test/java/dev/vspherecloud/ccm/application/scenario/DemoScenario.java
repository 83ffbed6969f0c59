package dev.vspherecloud.ccm.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.demo.Demo;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// `make demo` tells the truth: six Nodes, a changed address in less than five seconds, nothing left behind.
class DemoScenario {
    @Test
    void theDemoEndsWell() {
        var told = new ByteArrayOutputStream();
        var out = new PrintStream(told, true, StandardCharsets.UTF_8);
        Set<ProcessHandle> before = children();

        int code = Demo.run(out, out);

        String text = told.toString(StandardCharsets.UTF_8);
        assertThat(code).as(text).isZero();
        assertThat(text.lines().filter(line -> line.matches("node-\\d is ready .*zone-[ab].*")))
                .hasSizeGreaterThan(6);
        assertThat(text).contains("Its Node has the new address after").contains("Stopped all servers");
        assertThat(children()).isEqualTo(before);
    }

    /// With their children, those of other test classes among them.
    private static Set<ProcessHandle> children() {
        return ProcessHandle.current()
                .descendants()
                .filter(ProcessHandle::isAlive)
                .collect(Collectors.toSet());
    }
}
