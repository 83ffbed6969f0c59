package dev.vspherecloud.observability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.event.Level;

class KlogLoggerTest {
    private final List<String> lines = new ArrayList<>();
    private final KlogLoggers loggers = new KlogLoggers(
            InstantSource.fixed(Instant.parse("2026-11-21T15:52:22Z")), new KlogText(ZoneOffset.UTC, 42), lines::add);

    @Test
    void fluentCallsCarryFieldsAndCause() {
        Logger log = loggers.getLogger("dev.vspherecloud.controllers.node.NodeController$Inner");

        log.atWarn()
                .addKeyValue("node", "w-1")
                .setCause(new IOException("gone"))
                .log("try {} of {}", 2, 5);

        assertThat(lines)
                .containsExactly("W1121 15:52:22.000000      42 NodeController:1] \"try 2 of 5\" node=\"w-1\""
                        + " err=\"java.io.IOException: gone\"\n");
    }

    @Test
    void plainCallsFillTheirPlaceholders() {
        Logger log = loggers.getLogger("dev.vspherecloud.ccm.Main");

        log.info("started {} of {}", "a", "b");

        assertThat(lines).containsExactly("I1121 15:52:22.000000      42 Main:1] started a of b\n");
    }

    @Test
    void aSourceNeverBreaksTheHeader() {
        loggers.getLogger("odd name]").error("m");
        loggers.getLogger("").error("m");

        assertThat(lines).allMatch(line -> line.matches("E1121 \\S+ +42 (odd_name_|root):1] m\n"));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # -v, ours, others
            -1,   INFO,  WARN
            0,    INFO,  WARN
            1,    INFO,  WARN
            2,    DEBUG, WARN
            4,    DEBUG, WARN
            5,    TRACE, WARN
            6,    TRACE, INFO
            8,    TRACE, DEBUG
            99,   TRACE, DEBUG
            """)
    void verbosityDecidesTheLowestLevel(int v, Level ours, Level others) {
        loggers.config().verbosity(v);

        assertThat(lowest("dev.vspherecloud.ccm.Main")).isEqualTo(ours);
        assertThat(lowest("io.fabric8.kubernetes.client.Config")).isEqualTo(others);
    }

    @Test
    void verbosityChangesWhileRunning() {
        Logger log = loggers.getLogger("dev.vspherecloud.ccm.Main");

        log.debug("before");
        loggers.config().verbosity(2);
        log.debug("after");

        assertThat(lines).singleElement().asString().endsWith("after\n");
    }

    @Test
    void aCommandMayLogErrorsOnly() {
        loggers.config().errorsOnly();

        assertThat(lowest("dev.vspherecloud.ccm.Main")).isEqualTo(Level.ERROR);
        assertThat(lowest("io.fabric8.kubernetes.client.Config")).isEqualTo(Level.ERROR);
    }

    private Level lowest(String logger) {
        Logger log = loggers.getLogger(logger);
        return List.of(Level.TRACE, Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR).stream()
                .filter(log::isEnabledForLevel)
                .findFirst()
                .orElseThrow();
    }
}
