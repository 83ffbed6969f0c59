package dev.vspherecloud.ccm.application.flag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.domain.identity.NodeName;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {
    @Test
    void checkTakesFilesAndFlagsInAnyOrder() {
        assertThat(parse("config check a.yaml"))
                .isEqualTo(new CommandLine.Check(List.of(Path.of("a.yaml")), false, false));
        assertThat(parse("config check -o json a.yaml --config-strict b.ini"))
                .isEqualTo(new CommandLine.Check(List.of(Path.of("a.yaml"), Path.of("b.ini")), true, true));
        assertThat(parse("config check --output=table -- -odd.yaml"))
                .isEqualTo(new CommandLine.Check(List.of(Path.of("-odd.yaml")), false, false));
    }

    @Test
    void convertTakesOneFileAndTheOtherForm() {
        assertThat(parse("config convert --to yaml a.ini"))
                .isEqualTo(new CommandLine.Convert(Path.of("a.ini"), Dialect.YAML));
        assertThat(parse("config convert a.yaml --to=ini"))
                .isEqualTo(new CommandLine.Convert(Path.of("a.yaml"), Dialect.INI));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            config                          | config: found nothing, expected check or convert; run it with --help to see its arguments
            config chek a                   | config: found "chek", expected check or convert; did you mean "check"?
            config check                    | config check: found no file, expected at least one; name the configurations to check
            config check -o xml a           | --output: found "xml", expected table or json
            config check --to=ini a         | unknown flag --to; --help lists all flags
            config check --strict a         | unknown flag --strict; --help lists all flags
            config convert a                | config convert: --to is missing, expected yaml or ini; add --to=yaml or --to=ini
            config convert --to=ini         | config convert: found 0 files, expected one; name exactly one file
            config convert --to=ini a b     | config convert: found 2 files, expected one; name exactly one file
            explain                         | explain: found nothing, expected node; run it with --help to see its arguments
            explain nodes w-1               | explain: found "nodes", expected node; did you mean "node"?
            explain node                    | explain node: found 0 names, expected one Node name, or --all without a name; correct the arguments
            explain node a b                | explain node: found 2 names, expected one Node name, or --all without a name; correct the arguments
            explain node a --all            | explain node: found 1 names and --all, expected one Node name, or --all without a name; correct the arguments
            explain node a                  | --cloud-config is missing, expected the path of the vSphere configuration; add --cloud-config=/etc/cloud/vsphere.conf
            explain node --cloud-confg=a b  | unknown flag --cloud-confg; did you mean --cloud-config?
            plan -o yaml --cloud-config=a   | --output: found "yaml", expected table or json
            plan --bogus --cloud-config=a   | unknown flag --bogus; --help lists all flags
            plan --all --cloud-config=a     | unknown flag --all; --help lists all flags
            plan w-1 --cloud-config=a       | unexpected argument "w-1"; remove it: only flags are expected here, and they begin with --
            plan                            | --cloud-config is missing, expected the path of the vSphere configuration; add --cloud-config=/etc/cloud/vsphere.conf
            --all                           | unknown flag --all; --help lists all flags
            check a                         | unknown command "check"; did you mean "config check"?
            explian node w-1                | unknown command "explian"; did you mean "explain"?
            --v=2 plna --cloud-config=a     | unknown command "plna"; did you mean "plan"?
            --v=2 explain node w-1          | found the command "explain" after a flag, expected it first; write it before all flags
            version                         | unknown command "version"; did you mean "--version"?
            doctor -o yaml --cloud-config=a | --output: found "yaml", expected table or json
            doctor w-1 --cloud-config=a     | unexpected argument "w-1"; remove it: only flags are expected here, and they begin with --
            doctor                          | --cloud-config is missing, expected the path of the vSphere configuration; add --cloud-config=/etc/cloud/vsphere.conf
            docter --cloud-config=a         | unknown command "docter"; did you mean "doctor"?
            surgeon                         | unknown command "surgeon"; expected one of: config check, config convert, explain node, plan, doctor; to run the controllers, write only flags
            """)
    void mistakesAreNamed(String arguments, String expected) {
        assertThat(parse(arguments))
                .isInstanceOfSatisfying(CommandLine.Reject.class, reject -> assertThat(reject.problems())
                        .contains(expected));
    }

    /// `explain` accepts the arguments of a Pod unchanged.
    @Test
    void explainTakesTheFlagsOfARun() {
        assertThat(parse(
                        "explain node w-1 -o json --cloud-config=a --leader-elect=true --v=2 --bind-address=127.0.0.1"))
                .isInstanceOfSatisfying(CommandLine.Explain.class, explain -> {
                    assertThat(explain.node()).contains(new NodeName("w-1"));
                    assertThat(explain.asJson()).isTrue();
                    assertThat(explain.options().log().verbosity()).isEqualTo(2);
                });
        assertThat(parse("explain node --all --cloud-config=a"))
                .isInstanceOfSatisfying(CommandLine.Explain.class, explain -> assertThat(explain.node())
                        .isEmpty());
    }

    /// The flag of the paravirtual provider is a finding, so the command runs.
    @Test
    void doctorAcceptsTheParavirtualProvider() {
        assertThat(parse("doctor -o json --cloud-config=a --cloud-provider=vsphere-paravirtual"))
                .isInstanceOfSatisfying(CommandLine.Doctor.class, doctor -> {
                    assertThat(doctor.isParavirtual()).isTrue();
                    assertThat(doctor.asJson()).isTrue();
                });
    }

    /// A plan lists the features that would be lost. A run would work on Nodes that it does not know.
    @Test
    void onlyPlanTakesTheParavirtualProvider() {
        assertThat(parse("plan --cloud-config=a --cloud-provider=vsphere-paravirtual"))
                .isInstanceOfSatisfying(CommandLine.Plan.class, plan -> assertThat(plan.isParavirtual())
                        .isTrue());
        assertThat(parse("--cloud-config=a --cloud-provider=vsphere-paravirtual"))
                .isInstanceOfSatisfying(CommandLine.Reject.class, reject -> assertThat(reject.problems())
                        .singleElement()
                        .asString()
                        .contains("no load balancers, no routes and no support for Nodes of a Supervisor", "`plan`"));
    }

    @Test
    void planTakesTheFlagsOfARun() {
        assertThat(
                        parse(
                                "plan -o json --cloud-config=a --leader-elect=true --v=2 --controllers=*,-cloud-node-lifecycle"))
                .isInstanceOfSatisfying(CommandLine.Plan.class, plan -> {
                    assertThat(plan.asJson()).isTrue();
                    assertThat(plan.options().controllers().enables(ControllerName.CLOUD_NODE_LIFECYCLE))
                            .isFalse();
                });
    }

    @Test
    void helpNamesEveryCommand() {
        assertThat(parse("--help")).isInstanceOfSatisfying(CommandLine.Show.class, show -> assertThat(show.text())
                .contains("plan --cloud-config=FILE [-o table|json]", "config check", "explain node"));
    }

    /// One mistake is one sentence, even if other words follow.
    @Test
    void anUnknownCommandIsNamedOnce() {
        assertThat(parse("explian --cloud-config=a"))
                .isEqualTo(new CommandLine.Reject(List.of("unknown command \"explian\"; did you mean \"explain\"?")));
    }

    /// The default of the number of workers is the number that runs without the flag. A flag without effect has no
    /// default.
    @Test
    void helpShowsTheDefaultsThatHold() {
        String help = Usage.text(Command.RUN);

        assertThat(meaning(help, "--concurrent-node-syncs int")).endsWith("(default 8)");
        assertThat(Options.NodeOptions.WORKERS).isEqualTo(8);
        assertThat(meaning(help, "--kube-api-qps float")).doesNotContain("default");
        assertThat(meaning(help, "--kube-api-burst int")).doesNotContain("default");
        assertThat(meaning(help, "--min-resync-period duration"))
                .doesNotContain("default")
                .contains("(Go); has no effect: ");
        assertThat(meaning(help, "--secure-port int")).endsWith("(default 10258)");
    }

    private static String meaning(String help, String flag) {
        return help.substring(help.indexOf(flag) + flag.length() + 1)
                .lines()
                .takeWhile(line -> line.startsWith(" ".repeat(10)))
                .map(String::strip)
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"config --help", "config chek -h", "config --help --nonsense"})
    void helpOfTheGroupListsItsCommands(String arguments) {
        assertThat(parse(arguments)).isInstanceOfSatisfying(CommandLine.Show.class, show -> assertThat(show.text())
                .contains(" config check FILE...", " config convert --to yaml|ini FILE"));
    }

    @ParameterizedTest
    @EnumSource
    void helpOfEachCommandListsItsFlagsAndNoOthers(Command command) {
        String text = Usage.text(command);

        assertThat(Flag.values())
                .allSatisfy(flag -> assertThat(text.lines().anyMatch(line -> line.matches("  .{4}" + flag + "( .*)?")))
                        .as(flag.toString())
                        .isEqualTo(command.flags().contains(flag)));
        assertThat(text.lines()).allMatch(line -> line.length() <= 120);
    }

    @Test
    void versionIsShownByEach() {
        assertThat(parse("config check --version"))
                .isEqualTo(new CommandLine.Show("vsphere-cloud-controller-manager 1\n"));
    }

    private static CommandLine parse(String arguments) {
        return CommandLine.parse(List.of(arguments.split(" +")), Map.of(), "1");
    }
}
