package dev.vspherecloud.observability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs isolated, because it redirects standard error.
@Isolated
class KlogProviderTest {
    @Test
    void slf4jFindsTheProvider() {
        String out = whileWatching(
                () -> LoggerFactory.getLogger(KlogProviderTest.class).info("hällo"));

        assertThat(out).matches("I\\d{4} \\d\\d:\\d\\d:\\d\\d\\.\\d{6} +\\d+ KlogProviderTest:0] hällo\n");
    }

    @Test
    void linesOfDifferentThreadsNeverMix() {
        Logger log = LoggerFactory.getLogger(KlogProviderTest.class);
        String payload = "x".repeat(9_000);

        List<String> lines = whileWatching(
                        () -> IntStream.range(0, 200).parallel().forEach(i -> log.info("{}", payload)))
                .lines()
                .toList();

        assertThat(lines).hasSize(200).allMatch(line -> line.startsWith("I") && line.endsWith("] " + payload));
    }

    @Test
    void theJdkLogsHereToo() {
        System.Logger jdk = System.getLogger("com.sun.net.httpserver");

        String out = whileWatching(() -> {
            jdk.log(System.Logger.Level.INFO, "not wanted");
            jdk.log(System.Logger.Level.WARNING, "port {0} of {1}", 1, "x");
            jdk.log(System.Logger.Level.WARNING, "bad {pattern", "x");
            jdk.log(System.Logger.Level.ERROR, "failed", new IllegalStateException("why"));
        });

        assertThat(out.lines().filter(line -> !line.startsWith("\t")))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("W").endsWith("httpserver:0] port 1 of x"),
                        line -> assertThat(line).endsWith("bad {pattern"),
                        line -> assertThat(line)
                                .startsWith("E")
                                .endsWith("\"failed\" err=\"java.lang.IllegalStateException: why\""));
    }

    @Test
    void theActiveConfigurationAppliesToTheLoggersOfSlf4j() {
        Logger log = LoggerFactory.getLogger(KlogProviderTest.class);
        try {
            LogConfig.active().verbosity(5);
            assertThat(log.isTraceEnabled()).isTrue();
        } finally {
            LogConfig.active().verbosity(0);
        }
        assertThat(log.isTraceEnabled()).isFalse();
    }

    @Test
    void versionComesFromTheBuild() {
        assertThat(Version.text()).matches("\\d+\\.\\d+\\.\\d+(-.+)?");
        assertThat(Version.commit()).matches("[0-9a-f]{40}(-dirty)?|unknown");
        assertThat(Version.date()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ|unknown");
    }

    private static String whileWatching(Runnable action) {
        PrintStream before = System.err;
        var caught = new ByteArrayOutputStream();
        System.setErr(new PrintStream(caught, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(before);
        }
        return caught.toString(StandardCharsets.UTF_8);
    }
}
