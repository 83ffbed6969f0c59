package dev.vspherecloud.csi.config.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.Problem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ProcessConfigReaderTest {
    @Test
    void theModeIsEnoughForAController() {
        ProcessConfigResult result = ProcessConfigReader.read(Map.of("X_CSI_MODE", "Controller"));

        assertThat(result)
                .isEqualTo(new ProcessConfigResult.Accepted(
                        new ProcessConfig(
                                CsiMode.CONTROLLER,
                                Path.of("/csi/csi.sock"),
                                "vmware-system-csi",
                                Optional.empty(),
                                false,
                                100,
                                100,
                                Duration.ofMinutes(1),
                                Duration.ofMinutes(30)),
                        List.of()));
    }

    @Test
    void everyVariableHasItsEffect() {
        assertThat(accepted(with(Map.of(
                        "X_CSI_MODE", "node",
                        "NODE_NAME", "worker-1",
                        "CSI_ENDPOINT", "unix:///run/csi.sock",
                        "CSI_NAMESPACE", "storage",
                        "CLUSTER_FLAVOR", "VANILLA",
                        "LOGGER_LEVEL", "DEVELOPMENT",
                        "INCLUSTER_CLIENT_QPS", "50",
                        "INCLUSTER_CLIENT_BURST", "60",
                        "NODEGETINFO_WATCH_TIMEOUT_MINUTES", "2",
                        "FULL_SYNC_INTERVAL_MINUTES", "5"))))
                .isEqualTo(new ProcessConfig(
                        CsiMode.NODE,
                        Path.of("/run/csi.sock"),
                        "storage",
                        Optional.of("worker-1"),
                        true,
                        50,
                        60,
                        Duration.ofMinutes(2),
                        Duration.ofMinutes(5)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "X_CSI_MODE | - | found nothing, expected controller or node; set it",
                "X_CSI_MODE | syncer | found \"syncer\", expected controller or node; set it",
                "CSI_ENDPOINT | tcp://127.0.0.1:1 | found \"tcp://127.0.0.1:1\", expected unix:// and an absolute path,"
                        + " such as unix:///csi/csi.sock; correct it",
                "CSI_ENDPOINT | unix://csi.sock | found \"unix://csi.sock\", expected unix:// and an absolute path, such"
                        + " as unix:///csi/csi.sock; correct it",
                "CSI_ENDPOINT | unix:/// | found \"unix:///\", expected the path of a socket of at most 107 bytes;"
                        + " choose another path",
                "CSI_NAMESPACE | Storage | found \"Storage\", expected a namespace: lower-case letters, digits and"
                        + " dashes, at most 63; correct it",
                "CLUSTER_FLAVOR | WORKLOAD | found \"WORKLOAD\", expected VANILLA: this project has no driver for a"
                        + " Supervisor or its clusters; remove it, or use vsphere-csi-driver (Go) there"
            })
    void anEssentialVariableIsAnError(String name, String value, String expected) {
        var environment = new HashMap<>(with(Map.of()));
        environment.remove(name);
        Optional.ofNullable(value).ifPresent(text -> environment.put(name, text));

        assertThat(problems(environment)).containsExactly("E environment variable " + name + ": " + expected);
    }

    @Test
    void aNodeNeedsItsName() {
        assertThat(problems(Map.of("X_CSI_MODE", "node")))
                .containsExactly(
                        "E environment variable NODE_NAME: found nothing, expected the name of the Node in mode"
                                + " node; set it from the field spec.nodeName of the Pod");
    }

    @Test
    void allErrorsAreReportedAtOnce() {
        assertThat(problems(Map.of("CSI_ENDPOINT", "x", "CLUSTER_FLAVOR", "GUEST_CLUSTER")))
                .hasSize(3);
    }

    @ParameterizedTest
    @EnumSource
    void aNumberOutsideOfItsRangeIsIgnored(ProcessVariable variable) {
        if (variable.isNumber()) {
            for (String value : List.of("0", "-1", "x", "1.5", "99999999999", String.valueOf(variable.most() + 1))) {
                ProcessConfigResult result = ProcessConfigReader.read(with(Map.of(variable.name(), value)));

                assertThat(problems(result))
                        .singleElement()
                        .asString()
                        .startsWith("W environment variable " + variable.name() + ": found \"" + value
                                + "\", expected a whole number from " + variable.least() + " to " + variable.most()
                                + "; " + variable.defaultText() + " applies");
                assertThat(accepted(result)).isEqualTo(accepted(with(Map.of())));
            }
        }
        assertThat(variable.description()).endsWith(".");
    }

    @ParameterizedTest
    @EnumSource
    void aVariableWithoutEffectIsAWarning(ProcessVariable variable) {
        List<String> warnings = problems(with(Map.of(variable.name(), "5"))).stream()
                .filter(problem -> problem.contains("has no effect"))
                .toList();

        assertThat(warnings).hasSize(variable.whyNoEffect().isPresent() ? 1 : 0);
    }

    @Test
    void anUnknownLevelOrNameIsAWarning() {
        assertThat(problems(with(Map.of("LOGGER_LEVEL", "debug", "X_CSI_MODES", "node", "CSI_OTHER", "x"))))
                .containsExactly(
                        "W environment variable X_CSI_MODES: unknown, it has no effect; did you mean X_CSI_MODE?"
                                + " Correct it",
                        "W environment variable LOGGER_LEVEL: found \"debug\", expected PRODUCTION or DEVELOPMENT;"
                                + " PRODUCTION applies, correct it");
    }

    @Test
    void aSocketPathThatLinuxCannotBindIsAnError() {
        assertThat(problems(with(Map.of("CSI_ENDPOINT", "unix:///" + "x".repeat(107)))))
                .singleElement()
                .asString()
                .contains("at most 107 bytes");
    }

    private static Map<String, String> with(Map<String, String> more) {
        var environment = new HashMap<>(Map.of("X_CSI_MODE", "controller"));
        environment.putAll(more);
        return environment;
    }

    private static ProcessConfig accepted(Map<String, String> environment) {
        return accepted(ProcessConfigReader.read(environment));
    }

    private static ProcessConfig accepted(ProcessConfigResult result) {
        return switch (result) {
            case ProcessConfigResult.Accepted(ProcessConfig config, var _) -> config;
            case ProcessConfigResult.Rejected(var problems) -> throw new AssertionError(problems);
        };
    }

    private static List<String> problems(Map<String, String> environment) {
        return problems(ProcessConfigReader.read(environment));
    }

    private static List<String> problems(ProcessConfigResult result) {
        Stream<Problem> problems =
                switch (result) {
                    case ProcessConfigResult.Accepted(var _, var warnings) -> warnings.stream();
                    case ProcessConfigResult.Rejected(var all) -> all.stream();
                };
        return problems.map(problem -> (problem.isError() ? "E " : "W ") + problem)
                .toList();
    }
}
