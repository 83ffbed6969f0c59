package dev.vspherecloud.csi.commands.arguments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.commands.arguments.CsiCommandLine.Command;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlanArgumentsTest {
    private static Command parse(String... arguments) {
        return CsiCommandLine.parse(List.of(arguments), "1.2.3");
    }

    private static List<String> problems(String... arguments) {
        return parse(arguments) instanceof Command.Reject(List<String> problems) ? problems : List.of();
    }

    @Test
    void plansAsText() {
        assertThat(parse("plan")).isEqualTo(new Command.Plan(Optional.empty(), false, false));
    }

    @Test
    void acceptsFlagsInAllForms() {
        var expected = new Command.Plan(Optional.of("/k"), true, true);

        assertThat(parse("plan", "--kubeconfig=/k", "-o", "json", "--without-vcenter"))
                .isEqualTo(expected);
        assertThat(parse("plan", "-without-vcenter=true", "--output=json", "--kubeconfig", "/k"))
                .isEqualTo(expected);
        assertThat(parse("plan", "--without-vcenter=false", "--kubeconfig="))
                .isEqualTo(new Command.Plan(Optional.empty(), false, false));
    }

    @Test
    void namesEveryProblem() {
        assertThat(problems("plan", "volumes", "--without-vcentre", "-o", "yaml", "--without-vcenter=2", "-o"))
                .containsExactly(
                        "found the argument \"volumes\", expected only flags",
                        "unknown flag --without-vcentre; did you mean --without-vcenter?",
                        "found -o yaml, expected text or json",
                        "found --without-vcenter=2, expected true or false",
                        "the flag -o has no value");
    }

    @Test
    void helpNamesTheExitCodes() {
        assertThat(parse("plan", "--help")).isInstanceOfSatisfying(Command.Show.class, help -> assertThat(help.text())
                .contains("Exit codes: 0", "--without-vcenter", "--kubeconfig"));
        assertThat(parse("--help")).isInstanceOfSatisfying(Command.Show.class, help -> assertThat(help.text())
                .contains("vsphere-csi plan"));
    }
}
