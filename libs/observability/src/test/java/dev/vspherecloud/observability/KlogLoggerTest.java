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
    private final List<String> standardOutput = new ArrayList<>();
    private final KlogLoggers loggers = new KlogLoggers(
            InstantSource.fixed(Instant.parse("2026-11-21T15:52:22Z")),
            new KlogText(ZoneOffset.UTC, 42),
            lines::add,
            standardOutput::add);

    @Test
    void fluentCallsCarryFieldsAndCause() {
        Logger log = loggers.getLogger("dev.vspherecloud.ccm.controllers.node.NodeController$Inner");

        log.atWarn()
                .addKeyValue("node", "w-1")
                .setCause(new IOException("gone"))
                .log("try {} of {}", 2, 5);

        assertThat(lines)
                .containsExactly("W1121 15:52:22.000000      42 NodeController:0] \"try 2 of 5\" node=\"w-1\""
                        + " err=\"java.io.IOException: gone\"\n");
    }

    @Test
    void plainCallsFillTheirPlaceholders() {
        Logger log = loggers.getLogger("dev.vspherecloud.ccm.application.Main");

        log.info("started {} of {}", "a", "b");

        assertThat(lines).containsExactly("I1121 15:52:22.000000      42 Main:0] started a of b\n");
    }

    @Test
    void aSourceNeverBreaksTheHeader() {
        loggers.getLogger("odd name]").error("m");
        loggers.getLogger("").error("m");

        assertThat(lines).allMatch(line -> line.matches("E1121 \\S+ +42 (odd_name_|root):0] m\n"));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # -v, own, others
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
    void verbosityDecidesTheLowestLevel(int v, Level own, Level others) {
        loggers.config().verbosity(v);

        assertThat(lowest("dev.vspherecloud.ccm.application.Main")).isEqualTo(own);
        assertThat(lowest("org.example.library.Client")).isEqualTo(others);
    }

    @Test
    void verbosityChangesWhileRunning() {
        Logger log = loggers.getLogger("dev.vspherecloud.ccm.application.Main");

        log.debug("before");
        loggers.config().verbosity(2);
        log.debug("after");

        assertThat(lines).singleElement().asString().endsWith("after\n");
    }

    @Test
    void theCurrentVerbosityIsReadable() {
        loggers.config().verbosity(7);

        assertThat(loggers.config().verbosity()).isEqualTo(7);
    }

    @ParameterizedTest(name = "{0} for {1}")
    @CsvSource(textBlock = """
            NodeController=5,              controllers.node.NodeController,       true
            nodecontroller=5,              controllers.node.NodeController$Inner, true
            node_controller.go=5,          controllers.node.NodeController,       true
            Node*=5,                       controllers.node.NodeController,       true
            ?odeController=5,              controllers.node.NodeController,       true
            Node=5,                        controllers.node.NodeController,       false
            Controller=5,                  controllers.node.NodeController,       false
            NodeController=1,              controllers.node.NodeController,       false
            controllers/node/*=5,          controllers.node.NodeController,       false
            */controllers/node/*=5,        controllers.node.NodeController,       true
            dev.vspherecloud.kubernetes.*=5, kubernetes.ApiServer,                true
            dev.vspherecloud.kubernetes.*=5, controllers.node.NodeController,     false
            A[b=5,                         A,                                     false
            """)
    void singleLoggersHaveTheirOwnVerbosity(String module, String logger, boolean expected) {
        String[] parts = module.split("=", 2);

        loggers.config().modules(List.of(new ModuleLevel(parts[0], Integer.parseInt(parts[1]))));

        assertThat(lowest("dev.vspherecloud." + logger) == Level.TRACE).isEqualTo(expected);
    }

    @Test
    void theFirstMatchingPatternOverridesTheGeneralVerbosity() {
        loggers.config().modules(List.of(new ModuleLevel("Main", 0), new ModuleLevel("M*", 9)));
        loggers.config().verbosity(4);

        assertThat(lowest("dev.vspherecloud.ccm.application.Main")).isEqualTo(Level.INFO);
        assertThat(lowest("dev.vspherecloud.ccm.Mirror")).isEqualTo(Level.TRACE);
        assertThat(lowest("dev.vspherecloud.ccm.Other")).isEqualTo(Level.DEBUG);
    }

    /// Loggers of other projects write tokens at level TRACE.
    @Test
    void noVerbosityEnablesTraceLinesOfOtherProjects() {
        loggers.config().modules(List.of(new ModuleLevel("*", 99)));

        assertThat(lowest("org.example.library.RequestLog")).isEqualTo(Level.DEBUG);
    }

    @Test
    void theFormatChangesWhileRunning() {
        Logger log = loggers.getLogger("dev.vspherecloud.ccm.application.Main");

        loggers.config().form(LogFormat.JSON);
        log.info("now");

        assertThat(lines).singleElement().asString().startsWith("{\"ts\":").endsWith("}\n");
    }

    @Test
    void splitStreamsSendWarningsAndErrorsToStandardError() {
        loggers.config().splitStreams(true);
        Logger log = loggers.getLogger("dev.vspherecloud.ccm.application.Main");

        log.info("a");
        log.warn("b");
        log.error("c");

        assertThat(standardOutput).singleElement().asString().endsWith("a\n");
        assertThat(lines).hasSize(2);
    }

    @Test
    void aCommandMayLogErrorsOnly() {
        loggers.config().errorsOnly();

        assertThat(lowest("dev.vspherecloud.ccm.application.Main")).isEqualTo(Level.ERROR);
        assertThat(lowest("org.example.library.Client")).isEqualTo(Level.ERROR);
    }

    private Level lowest(String logger) {
        Logger log = loggers.getLogger(logger);
        return List.of(Level.TRACE, Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR).stream()
                .filter(log::isEnabledForLevel)
                .findFirst()
                .orElseThrow();
    }
}
