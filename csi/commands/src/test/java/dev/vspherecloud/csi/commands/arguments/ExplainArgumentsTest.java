package dev.vspherecloud.csi.commands.arguments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.commands.arguments.CsiCommandLine.Command;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExplainArgumentsTest {
    private static Command parse(String... arguments) {
        return CsiCommandLine.parse(List.of(arguments), "1.2.3");
    }

    private static List<String> problems(String... arguments) {
        return parse(arguments) instanceof Command.Reject(List<String> problems) ? problems : List.of();
    }

    @Test
    void explainsAVolumeAsText() {
        assertThat(parse("explain", "volume", "default/data"))
                .isEqualTo(new Command.Explain("default/data", Optional.empty(), false));
    }

    @Test
    void acceptsFlagsInAllFormsAndPlaces() {
        var expected = new Command.Explain("pvc-1", Optional.of("/k"), true);

        assertThat(parse("explain", "volume", "pvc-1", "--kubeconfig=/k", "-o", "json"))
                .isEqualTo(expected);
        assertThat(parse("explain", "--kubeconfig", "/k", "-o=json", "volume", "pvc-1"))
                .isEqualTo(expected);
        assertThat(parse("explain", "volume", "--output", "json", "pvc-1", "-kubeconfig=/k"))
                .isEqualTo(expected);
    }

    @Test
    void namesEveryProblem() {
        assertThat(problems("explain"))
                .containsExactly("found only \"explain\", expected \"explain volume NAME\" or \"explain orphans\"");
        assertThat(problems("explain", "node", "n"))
                .containsExactly("found \"explain node\", expected \"explain volume NAME\" or \"explain orphans\"");
        assertThat(problems("explain", "volume", "--kubeconfg=/k", "-o", "yaml"))
                .containsExactly(
                        "unknown flag --kubeconfg; did you mean --kubeconfig?",
                        "found -o yaml, expected text or json",
                        "found 0 names, expected one: a PersistentVolume, a volume handle, or a claim as NAMESPACE/NAME");
        assertThat(problems("explain", "volume", "a", "b", "-o"))
                .containsExactly(
                        "the flag -o has no value",
                        "found 2 names, expected one: a PersistentVolume, a volume handle, or a claim as NAMESPACE/NAME");
    }

    @Test
    void explainsOrphans() {
        assertThat(parse("explain", "orphans")).isEqualTo(new Command.ExplainOrphans(Optional.empty(), false));
        assertThat(parse("explain", "-o", "json", "orphans", "--kubeconfig=/k"))
                .isEqualTo(new Command.ExplainOrphans(Optional.of("/k"), true));
        assertThat(problems("explain", "orphans", "pvc-1", "--all"))
                .containsExactly(
                        "unknown flag --all", "found \"pvc-1\" after \"explain orphans\", expected only flags");
    }

    @Test
    void showsItsOwnHelp() {
        assertThat(parse("explain", "--help"))
                .isInstanceOfSatisfying(Command.Show.class, show -> assertThat(show.text())
                        .contains("explain volume NAME", "--kubeconfig", "Exit codes"));
        assertThat(parse("--help")).isInstanceOfSatisfying(Command.Show.class, show -> assertThat(show.text())
                .contains("vsphere-csi explain volume NAME"));
    }
}
