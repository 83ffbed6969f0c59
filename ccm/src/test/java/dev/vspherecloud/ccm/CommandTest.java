package dev.vspherecloud.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.Dialect;
import java.nio.file.Path;
import java.util.List;
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
            config                          | config: found nothing, expected check or convert; use one of them
            config chek a                   | config: found "chek", expected check or convert; did you mean "check"?
            config check                    | config check: found no file, expected at least one; name the configurations to check
            config check -o xml a           | --output: found "xml", expected table or json
            config check --to=ini a         | unknown flag --to; --help lists all flags
            config check --strict a         | unknown flag --strict; --help lists all flags
            config convert a                | config convert: --to is missing, expected yaml or ini; add --to=yaml or --to=ini
            config convert --to=ini         | config convert: found 0 files, expected one; convert one after the other
            config convert --to=ini a b     | config convert: found 2 files, expected one; convert one after the other
            check a                         | unexpected argument "check"; there are only flags, which begin with --
            """)
    void mistakesAreNamed(String arguments, String expected) {
        assertThat(parse(arguments))
                .isInstanceOfSatisfying(CommandLine.Reject.class, reject -> assertThat(reject.problems())
                        .contains(expected));
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
        return CommandLine.parse(List.of(arguments.split(" +")), "1");
    }
}
