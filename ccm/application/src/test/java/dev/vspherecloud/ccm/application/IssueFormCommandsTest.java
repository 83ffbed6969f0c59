package dev.vspherecloud.ccm.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.conformance.Project;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The program accepts the commands in the forms for issues and in the pages about support.
class IssueFormCommandsTest {
    private static final Pattern COMMAND = Pattern.compile("`vsphere-cloud-controller-manager ([^`]+)`");

    static List<String> commands() {
        return Stream.of(".github/ISSUE_TEMPLATE/bug.yml", "SUPPORT.md")
                .flatMap(file ->
                        COMMAND.matcher(Project.read(Project.path(file))).results())
                .map(found -> found.group(1))
                .distinct()
                .toList();
    }

    @Test
    void theyAskForExplainAndDoctor() {
        assertThat(commands()).contains("explain node NAME -o json", "doctor -o json");
    }

    /// Adds the file of the configuration, which the Pod has in its arguments.
    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandIsAccepted(String command) {
        boolean isComplete = command.startsWith("-") || command.startsWith("config");
        List<String> words = Stream.concat(
                        Stream.of(command.split(" ")),
                        isComplete ? Stream.empty() : Stream.of("--cloud-config=/etc/cloud/vsphere.conf"))
                .toList();

        assertThat(CommandLine.parse(words, Map.of(), "1")).isNotInstanceOf(CommandLine.Reject.class);
    }
}
