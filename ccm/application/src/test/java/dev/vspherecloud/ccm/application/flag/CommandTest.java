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
                .isEqualTo(new CommandLine.Check(List.of(Path.of("a.yaml")), OutputFormat.TABLE, false));
        assertThat(parse("config check -o json a.yaml --config-strict b.ini"))
                .isEqualTo(
                        new CommandLine.Check(List.of(Path.of("a.yaml"), Path.of("b.ini")), OutputFormat.JSON, true));
        assertThat(parse("config check --output=table -- -odd.yaml"))
                .isEqualTo(new CommandLine.Check(List.of(Path.of("-odd.yaml")), OutputFormat.TABLE, false));
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
            config check -o xml a           | --output: found "xml", expected table, json or yaml; correct the value, for example --output=json
            config check --to=ini a         | unknown flag --to; --help-all lists all flags
            config check --strict a         | unknown flag --strict; --help-all lists all flags
            config convert a                | config convert: --to is missing, expected yaml or ini; add --to=yaml or --to=ini
            config convert --to=ini         | config convert: found 0 files, expected one; name exactly one file
            config convert --to=ini a b     | config convert: found 2 files, expected one; name exactly one file
            explain                         | explain: found nothing, expected node; run it with --help to see its arguments
            explain nodes w-1               | explain: found "nodes", expected node; did you mean "node"?
            explain node                    | explain node: found no Node, expected Node names, or --all or --selector without a name; correct the arguments
            explain node a --all            | explain node: found the name "a" and --all, expected Node names, or --all or --selector without a name; correct the arguments
            explain node a b -l x=y         | explain node: found the name "a" and --selector, expected Node names, or --all or --selector without a name; correct the arguments
            explain node a -o text          | --output: found "text", expected table, wide, json, yaml or name; correct the value, for example --output=json
            explain node a --color=blue     | --color: found "blue", expected auto, always or never; correct the value, for example --color=never
            -w                              | unknown flag -w; flags of more than one letter begin with two dashes
            -l a=b                          | unknown flag -l; flags of more than one letter begin with two dashes
            version -o yaml                 | --output: found "yaml", expected text or json; correct the value, for example --output=json
            version now                     | unexpected argument "now"; remove it: only flags are expected here, and they begin with --
            completion                      | completion: found "", expected bash, zsh or fish; name the shell that you use
            completion tcsh                 | completion: found "tcsh", expected bash, zsh or fish; name the shell that you use
            help plam                       | unknown command "plam"; did you mean "plan"?
            help me                         | unknown command "me"; expected one of: config check, config convert, explain node, plan, doctor, completion, version, help; to run the controllers, write only flags
            explain node a                  | --cloud-config is missing, expected the path of the vSphere configuration; add --cloud-config=/etc/cloud/vsphere.conf
            explain node --cloud-confg=a b  | unknown flag --cloud-confg; did you mean --cloud-config?
            plan -o wide --cloud-config=a   | --output: found "wide", expected table, json or yaml; correct the value, for example --output=json
            plan --bogus --cloud-config=a   | unknown flag --bogus; --help-all lists all flags
            plan --all --cloud-config=a     | unknown flag --all; --help-all lists all flags
            plan w-1 --cloud-config=a       | unexpected argument "w-1"; remove it: only flags are expected here, and they begin with --
            plan                            | --cloud-config is missing, expected the path of the vSphere configuration; add --cloud-config=/etc/cloud/vsphere.conf
            --all                           | unknown flag --all; --help-all lists all flags
            check a                         | unknown command "check"; did you mean "config check"?
            explian node w-1                | unknown command "explian"; did you mean "explain"?
            --v=2 plna --cloud-config=a     | unknown command "plna"; did you mean "plan"?
            --v=2 explain node w-1          | found the command "explain" after a flag, expected it first; write it before all flags
            versoin                         | unknown command "versoin"; did you mean "version"?
            examine                         | unknown command "examine"; expected one of: config check, config convert, explain node, plan, doctor, completion, version, help; to run the controllers, write only flags
            doctor -o name --cloud-config=a | --output: found "name", expected table, json or yaml; correct the value, for example --output=json
            doctor w-1 --cloud-config=a     | unexpected argument "w-1"; remove it: only flags are expected here, and they begin with --
            doctor                          | --cloud-config is missing, expected the path of the vSphere configuration; add --cloud-config=/etc/cloud/vsphere.conf
            docter --cloud-config=a         | unknown command "docter"; did you mean "doctor"?
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
                    assertThat(explain.nodes()).isEqualTo(new NodeSelection.Named(List.of(new NodeName("w-1"))));
                    assertThat(explain.output()).isEqualTo(OutputFormat.JSON);
                    assertThat(explain.options().log().verbosity()).isEqualTo(2);
                });
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a b a              | Named[names=[a, b]]
            --all              | Matching[selector=]
            -l zone=a          | Matching[selector=zone=a]
            --selector=!a,b    | Matching[selector=!a,b]
            --all -l a         | Matching[selector=a]
            """)
    void explainTakesNamesOrASelector(String arguments, String expected) {
        assertThat(parse("explain node --cloud-config=a " + arguments))
                .isInstanceOfSatisfying(CommandLine.Explain.class, explain -> assertThat(explain.nodes())
                        .hasToString(expected));
    }

    @Test
    void explainHasFlagsOfItsOwn() {
        assertThat(parse("explain node w-1 --cloud-config=a"))
                .isInstanceOfSatisfying(CommandLine.Explain.class, explain -> assertThat(explain)
                        .returns(OutputFormat.TABLE, CommandLine.Explain::output)
                        .returns(ColorMode.AUTO, CommandLine.Explain::color)
                        .returns(false, CommandLine.Explain::isWatch)
                        .returns(false, CommandLine.Explain::hasExitCode));
        assertThat(parse("explain node w-1 --cloud-config=a -w -owide --exit-code --color=always"))
                .isInstanceOfSatisfying(CommandLine.Explain.class, explain -> assertThat(explain)
                        .returns(OutputFormat.WIDE, CommandLine.Explain::output)
                        .returns(ColorMode.ALWAYS, CommandLine.Explain::color)
                        .returns(true, CommandLine.Explain::isWatch)
                        .returns(true, CommandLine.Explain::hasExitCode));
    }

    @Test
    void versionHasTwoFormats() {
        assertThat(parse("version")).isEqualTo(new CommandLine.PrintVersion(OutputFormat.TEXT));
        assertThat(parse("version -o json")).isEqualTo(new CommandLine.PrintVersion(OutputFormat.JSON));
    }

    @ParameterizedTest
    @CsvSource({"help, --help", "help explain, explain -h", "help config check, config check --help"})
    void helpIsTheHelpOfTheCommand(String help, String flag) {
        assertThat(parse(help)).isEqualTo(parse(flag)).isInstanceOf(CommandLine.Show.class);
    }

    /// The short help has the flags with an effect. The long help has all, and says why the others have none.
    @Test
    void theShortHelpOmitsFlagsWithoutEffect() {
        assertThat(Usage.text(Command.RUN))
                .contains("--kube-api-qps", "35 more flags", "--help-all")
                .doesNotContain("--webhook-", "has no effect:");
        assertThat(Usage.all(Command.RUN)).contains("--webhook-bind-address", "has no effect: this version serves no");
        assertThat(Usage.text(Command.EXPLAIN_NODE))
                .contains("--cloud-config", "--selector")
                .doesNotContain("--secure-port");
        assertThat(Usage.all(Command.EXPLAIN_NODE)).contains("Has no effect on this command.");
    }

    @Test
    void theShortHelpIsGroupedByTask() {
        assertThat(Usage.text(Command.RUN).lines().filter(line -> line.matches("[A-Z].*:")))
                .containsExactly(
                        "Usage:",
                        "Configuration and connection to vCenter:",
                        "Connection to the API server:",
                        "Nodes:",
                        "Controllers:",
                        "Leader election:",
                        "Health, metrics and debug endpoints:",
                        "Certificate and TLS of the HTTPS port:",
                        "Authentication of clients:",
                        "Authorization of clients:",
                        "Logs:",
                        "Help:");
    }

    /// The flag of the paravirtual provider is a finding, so the command runs.
    @Test
    void doctorAcceptsTheParavirtualProvider() {
        assertThat(parse("doctor -o json --cloud-config=a --cloud-provider=vsphere-paravirtual"))
                .isInstanceOfSatisfying(CommandLine.Doctor.class, doctor -> {
                    assertThat(doctor.isParavirtual()).isTrue();
                    assertThat(doctor.output()).isEqualTo(OutputFormat.JSON);
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
                    assertThat(plan.output()).isEqualTo(OutputFormat.JSON);
                    assertThat(plan.options().controllers().enables(ControllerName.CLOUD_NODE_LIFECYCLE))
                            .isFalse();
                });
    }

    @Test
    void helpNamesEveryCommand() {
        assertThat(parse("--help")).isInstanceOfSatisfying(CommandLine.Show.class, show -> assertThat(show.text())
                .contains("plan --cloud-config=FILE [-o table|json|yaml]", "config check", "explain node"));
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
        String help = Usage.all(Command.RUN);

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
        String text = Usage.all(command);

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
