package dev.vspherecloud.ccm.config;

import static dev.vspherecloud.ccm.config.Reading.problems;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IniProblemTest {
    private static final String VALID = "[VirtualCenter \"a\"]\nserver = vc\nuser = u\npassword = p\n";

    /// @param text     `%s` stands for a configuration of four lines without problems, `|` for a new line
    /// @param expected start of the only line
    record Case(String text, String expected) {
        String file() {
            return text.formatted(VALID).replace('|', '\n');
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void eachProblemIsReportedWithItsPlace(Case given) {
        assertThat(problems(given.file())).singleElement().asString().startsWith(given.expected());
    }

    static Stream<Case> eachProblemIsReportedWithItsPlace() {
        return Stream.of(
                // Empty files.
                new Case("; only|# remarks|;", "E c.ini: found no configuration in it, expected at least one vCenter"),
                new Case("%sport = \0", "E c.ini: not INI: found a NUL character"),
                // Headers.
                new Case("%s[Global", "E c.ini:5:8: Global: not INI: found no \"]\""),
                new Case("%s[Global # c", "E c.ini:5:9: Global: not INI: found something other than a quote or \"]\""),
                new Case("%s[Global] port = 1", "E c.ini:5:10: Global: not INI: found text after the section"),
                new Case("%s  [  Global  ]  x", "E c.ini:5:17: Global: not INI: found text after the section"),
                new Case("%s[]", "E c.ini:5:2: not INI: found no section after \"[\""),
                new Case("%s[ \"a\"]", "E c.ini:5:3: not INI: found no section after \"[\""),
                new Case("%s[1]", "E c.ini:5:2: not INI: found no section after \"[\""),
                new Case(
                        "%s[VirtualCenter b]|server = v|user = u|password = p",
                        "E c.ini:5:16: VirtualCenter: not INI: found something other than a quote or \"]\""),
                new Case(
                        "%s[Virtual_Center \"a\"]",
                        "E c.ini:5:9: not INI: found something other than a quote or " + "\"]\""),
                new Case(
                        "%s[VirtualCenter \"b]|server = v|user = u|password = p",
                        "E c.ini:5:16: VirtualCenter: not INI: found a quote that this line"),
                new Case("%s[VirtualCenter \"\"]", "E c.ini:5:16: VirtualCenter: not INI: found no name between"),
                new Case(
                        "%s[VirtualCenter \"\\b\"]|server = v|user = u|password = p",
                        "E c.ini:5:17: VirtualCenter: not INI: found a backslash in"),
                new Case(
                        "%s[VirtualCenter \"b\" c]|server = v|user = u|password = p",
                        "E c.ini:5:20: VirtualCenter: not INI: found no \"]\""),
                new Case("%s[VirtualCenter]", "E c.ini:5:1: VirtualCenter: found no name, expected [VirtualCenter \""),
                // Keys.
                new Case("user = u|%s", "E c.ini:1:1: found a key before the first section"),
                new Case("user = u|port = 1|x|%s", "E c.ini:1:1: found a key before the first section"),
                new Case("%sport: 1", "E c.ini:5:5: VirtualCenter \"a\".port: not INI: found \":\" after the key"),
                new Case(
                        "%sport 1",
                        "E c.ini:5:6: VirtualCenter \"a\".port: not INI: found something other than " + "\"=\""),
                new Case("%ssecret_name = 1", "E c.ini:5:7: VirtualCenter \"a\": not INI: found something other than"),
                new Case("%s_ = 1", "E c.ini:5:1: VirtualCenter \"a\": not INI: found a line that is neither"),
                new Case("%s= 1", "E c.ini:5:1: VirtualCenter \"a\": not INI: found a line that is neither"),
                new Case("%s---", "E c.ini:5:1: VirtualCenter \"a\": not INI: found a line that is neither"),
                new Case("%s\u00a0port = 1", "E c.ini:5:1: VirtualCenter \"a\": not INI: found a line that is neither"),
                new Case("%sport", "E c.ini:5:1: VirtualCenter \"a\".port: found the key without a value"),
                new Case(
                        "%sip-family # c",
                        "E c.ini:5:1: VirtualCenter \"a\".ip-family: found the key without a " + "value"),
                // Values.
                new Case(
                        "%sport = \"1", "E c.ini:5:8: VirtualCenter \"a\".port: not INI: found a quote that this line"),
                new Case("%sport = 1\"\"\"", "E c.ini:5:11: VirtualCenter \"a\".port: not INI: found a quote that"),
                new Case(
                        "%sca-file = \"a\\|# .pem\"",
                        "E c.ini:5:13: VirtualCenter \"a\".ca-file: not INI: found a backsl"),
                new Case(
                        "%sport = \"\\1\"",
                        "E c.ini:5:9: VirtualCenter \"a\".port: not INI: found a backslash before a"),
                new Case(
                        "%sport = \\1", "E c.ini:5:8: VirtualCenter \"a\".port: not INI: found a backslash outside of"),
                new Case(
                        "%sport = 1\\", "E c.ini:5:9: VirtualCenter \"a\".port: not INI: found a backslash outside of"),
                new Case(
                        "%sport = 1 \\ |",
                        "E c.ini:5:10: VirtualCenter \"a\".port: not INI: found a backslash outside"),
                new Case("%s[Guest]|x = \"", "E c.ini:6:5: not INI: found a quote that this line"),
                new Case("%s[GC]|x = \\y", "E c.ini:6:5: not INI: found a backslash outside of quotes"),
                // Meaning of the values.
                new Case(
                        "%sport = abc",
                        "E c.ini:5:8: VirtualCenter \"a\".port: found \"abc\", expected a whole number"),
                new Case("%sinsecure-flag = maybe", "E c.ini:5:17: VirtualCenter \"a\".insecure-flag: found \"maybe\""),
                new Case("%sinsecure-flag =", "W c.ini:5:16: VirtualCenter \"a\".insecure-flag: found nothing"),
                new Case(
                        "%ssoap-roundtrip-count = \"\"",
                        "W c.ini:5:24: VirtualCenter \"a\".soap-roundtrip-count: found n"),
                new Case("%sca-file = /ca.crt", "E c.ini:5:11: VirtualCenter \"a\".ca-file: no such CA"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void eachDoubtfulSettingGivesAWarning(Case given) {
        assertThat(problems(given.file())).singleElement().asString().startsWith(given.expected());
        assertThat(Reading.read(given.file())).isInstanceOf(ConfigResult.Accepted.class);
    }

    static Stream<Case> eachDoubtfulSettingGivesAWarning() {
        return Stream.of(
                new Case("%s[Foo]|x = 1|y", "W c.ini:5:1: Foo: unknown section, it has no effect; look up its name"),
                new Case(
                        "%s[Gloabl]",
                        "W c.ini:5:1: Gloabl: unknown section, it has no effect; did you mean \"Global\"?"),
                new Case(
                        "%s[LoadBalancr]",
                        "W c.ini:5:1: LoadBalancr: unknown section, it has no effect; did you mean \"L"),
                new Case(
                        "%s[Global \"x\"]|port = 1",
                        "W c.ini:5:1: Global: found a name after the section, expected none"),
                new Case(
                        "%s[Labels \"x\"]|port = 1",
                        "W c.ini:5:1: Labels: found a name after the section, expected none"),
                new Case(
                        "%s[global]|service-account = x",
                        "W c.ini:6:1: Global.service-account: unknown key, it has no effect; remove it"),
                new Case(
                        "%sprot = 1",
                        "W c.ini:5:1: VirtualCenter \"a\".prot: unknown key, it has no effect; did you mean \"port\"?"),
                new Case(
                        "%sSecretName = 1",
                        "W c.ini:5:1: VirtualCenter \"a\".SecretName: unknown key, it has no effect; did you mean"
                                + " \"secret-name\"?"),
                new Case("%stenantref = x", "W c.ini:5:1: VirtualCenter \"a\".tenantref: unknown key"),
                new Case("%ssecretref = x", "W c.ini:5:1: VirtualCenter \"a\".secretref: unknown key"),
                new Case(
                        "%sinsecure-flg",
                        "W c.ini:5:1: VirtualCenter \"a\": unknown key, it has no effect; did you mean"),
                new Case("%szone = x", "W c.ini:5:1: VirtualCenter \"a\".zone: unknown key, it has no effect; "),
                new Case(
                        "%s PORT = 1|port=2", "W c.ini:6:1: VirtualCenter \"a\".port: already set in line 5; the last"),
                new Case(
                        "[Global]|%s[global]",
                        "W c.ini:6:1: Global: this section already begins in line 1; both apply"),
                new Case(
                        "%s[virtualcenter \"a\"]",
                        "W c.ini:5:1: VirtualCenter \"a\": this section already begins in line 1; both apply"),
                new Case("%s[Labels]|zone = z", "W c.ini:6:8: Labels.zone: found zone without region"),
                new Case(
                        "%ssecret-name = s",
                        "W c.ini:5:15: VirtualCenter \"a\".secret-name: found secret-name without s"),
                new Case(
                        "%sinsecure-flag = off|[Global]|insecure-flag",
                        "W c.ini:5:17: VirtualCenter \"a\".insecure-flag: found false, but Global.insecure-flag is true"),
                // Values that an inline comment may have cut off.
                new Case("%s[Global]|password = a#b", "W c.ini:6:12: Global.password: found \"#\" or \";\" outside"),
                new Case("%s[Global]|password = a ;b", "W c.ini:6:12: Global.password: found \"#\" or \";\" outside"),
                new Case("%s[Global]|password = #b", "W c.ini:6:12: Global.password: found \"#\" or \";\" outside"),
                new Case(
                        "%s[Global]|password = \"a\"#b", "W c.ini:6:12: Global.password: found \"#\" or \";\" outside"),
                new Case("%s[Global]|password = a; b", "W c.ini:6:12: Global.password: found \"#\" or \";\" outside"),
                new Case("%s[Global]|user = a#b", "W c.ini:6:8: Global.user: found \"#\" or \";\" outside of quotes"),
                new Case("%s[Labels]|zone = z #1|region = r", "W c.ini:6:8: Labels.zone: found \"#\" or \";\" outside"),
                new Case("%s[Global]|password = 'a b'", "W c.ini:6:12: Global.password: found single quotes around"),
                new Case(
                        "%s[Global]|user = \"CORP\\tom\"",
                        "W c.ini:6:8: Global.user: found a tab or a new line in it"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"password = a # b", "password = \"a\" #b", "password = # none", "user = u ; b", "port = 1#b"})
    void anUnambiguousCommentGivesNoWarning(String line) {
        assertThat(problems(VALID + "[Global]\n" + line)).isEmpty();
    }

    @Test
    void allProblemsAreReportedAtOnceInOrder() {
        assertThat(problems("""
                        [Global]
                        prot = 443
                        insecure-flag = maybe
                        user = dom\\user
                        [VirtualCenter "a"]
                        server = https://x
                        password "x"
                        what is this
                        ???
                        [VirtualCenter b]
                        port = abc
                        ca-file = "/x
                        """))
                .extracting(line -> line.replaceAll("^(\\S) c.ini:(\\S+): (.*?): .*", "$1 $2 $3"))
                .containsExactly(
                        "W 2:1 Global.prot",
                        "E 4:11 Global.user",
                        "E 7:10 VirtualCenter \"a\".password",
                        "E 8:6 VirtualCenter \"a\"",
                        "E 9:1 VirtualCenter \"a\"",
                        "E 10:16 VirtualCenter",
                        "E 12:11 VirtualCenter \"b\".ca-file",
                        "E 3:17 Global.insecure-flag",
                        "E 6:10 VirtualCenter \"a\".server",
                        "E 11:8 VirtualCenter \"b\".port",
                        "E 10:1 VirtualCenter \"b\".password");
    }

    @Test
    void everyMessageSaysWhatToDo() {
        assertThat(Stream.concat(eachProblemIsReportedWithItsPlace(), eachDoubtfulSettingGivesAWarning())
                        .flatMap(given -> problems(given.file()).stream()))
                .allMatch(line -> line.contains(";") || line.contains("no such CA"));
    }
}
