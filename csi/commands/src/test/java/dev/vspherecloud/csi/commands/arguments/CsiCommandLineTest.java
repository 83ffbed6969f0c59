package dev.vspherecloud.csi.commands.arguments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.commands.arguments.CsiCommandLine.Command;
import dev.vspherecloud.csi.commands.arguments.CsiCommandLine.HttpEndpoint;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsiCommandLineTest {
    private static Command parse(String... arguments) {
        return CsiCommandLine.parse(List.of(arguments), "1.2.3");
    }

    @Test
    void runsWithDefaultsWithoutArguments() {
        assertThat(parse()).isEqualTo(new Command.Run(Optional.empty(), new HttpEndpoint("", 2112), 0, List.of()));
    }

    @Test
    void readsAllFormsOfAFlag() {
        var expected = new Command.Run(Optional.of("/k"), new HttpEndpoint("127.0.0.1", 0), 4, List.of());

        assertThat(parse("--kubeconfig=/k", "--http-endpoint=127.0.0.1:0", "--v=4"))
                .isEqualTo(expected);
        assertThat(parse("-kubeconfig", "/k", "-http-endpoint", "127.0.0.1:0", "-v", "4"))
                .isEqualTo(expected);
    }

    @Test
    void acceptsTheFlagsOfTheManifestOfGo() {
        assertThat(parse(
                        "--fss-name=internal-feature-states.csi.vsphere.vmware.com",
                        "--fss-namespace=$(CSI_NAMESPACE)",
                        "--enable-profile-server=true"))
                .isInstanceOfSatisfying(
                        Command.Run.class,
                        run -> assertThat(run.warnings()).hasSize(3).allMatch(text -> text.contains("has no effect")));
    }

    @Test
    void showsVersionAndHelp() {
        assertThat(parse("--version")).isEqualTo(new Command.Show("vsphere-csi 1.2.3\n"));
        assertThat(parse("--help")).isInstanceOfSatisfying(Command.Show.class, show -> assertThat(show.text())
                .contains("--kubeconfig", "X_CSI_MODE", "--http-endpoint"));
    }

    @Test
    void suggestsTheFlagThatWasMeant() {
        assertThat(parse("--kubeconfg=/k"))
                .isEqualTo(new Command.Reject(List.of("unknown flag --kubeconfg; did you mean --kubeconfig?")));
    }

    @Test
    void reportsEveryProblem() {
        assertThat(parse("controller", "--kubeconfig", "--v=x", "--http-endpoint=2112"))
                .isInstanceOfSatisfying(Command.Reject.class, reject -> assertThat(reject.problems())
                        .isNotEmpty());
        assertThat(parse("controller", "--v=x", "--http-endpoint=2112"))
                .isEqualTo(new Command.Reject(List.of(
                        "found the argument \"controller\", expected only flags",
                        "found -v=x, expected a number from 0 on",
                        "found --http-endpoint=2112, expected HOST:PORT or :PORT")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host", "host:", "host:65536", "host:-1", ":abc"})
    void refusesAddressesThatAreNone(String text) {
        assertThat(HttpEndpoint.parse(text)).isEmpty();
    }

    @Test
    void readsAnAddressOfIpv6() {
        assertThat(HttpEndpoint.parse("[::1]:2112")).contains(new HttpEndpoint("::1", 2112));
    }
}
