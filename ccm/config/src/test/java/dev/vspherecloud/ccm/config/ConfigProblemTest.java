package dev.vspherecloud.ccm.config;

import static dev.vspherecloud.ccm.config.Reading.problems;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.vcenter.CaFiles;
import dev.vspherecloud.text.Secret;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigProblemTest {
    private static final String VALID = "vcenter: {a: {server: vc, user: u, password: p}}\n";

    /// @param text     `%s` stands for a configuration without problems, `|` for a new line
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
                new Case("", "E c.yaml: found an empty file"),
                new Case("# only|# remarks", "E c.yaml: found no configuration in it"),
                new Case("just words", "E c.yaml:1:1: found a plain value, expected sections"),
                new Case("- a", "E c.yaml:1:1: found a list, expected sections"),
                new Case("%s---|more: true", "W c.yaml:3:1: found a second document"),
                new Case("%s---|a: b: c", "W c.yaml:3:5: what follows the first document is not YAML"),
                // Not YAML.
                new Case("global:|\tport: 1", "E c.yaml:2:1: not YAML: a tab is used"),
                new Case("global:|  user: a: b", "E c.yaml:2:10: not YAML: a second \":\""),
                new Case("global:|  user: 'a", "E c.yaml:2:11: not YAML: a quote is opened"),
                new Case("global:|  user: @a", "E c.yaml:2:9: not YAML: a value begins with a character"),
                new Case("global:|  user: *a", "E c.yaml:2:9: not YAML: a value begins with \"*\""),
                new Case("global:|  user: \"\\q\"", "E c.yaml:2:11: not YAML: a backslash"),
                new Case("global:|  user: a| port: 1", "E c.yaml:3:2: not YAML: the indentation"),
                new Case("global:|  user\u0001: a", "E c.yaml:2:7: not YAML: found a control character here"),
                // Missing or incomplete vCenters.
                new Case("labels: {zone: z, region: r}", "E c.yaml: found no vCenter, expected at least one"),
                new Case("vcenter: {a: {user: u, password: p}}", "E c.yaml:1:11: vcenter.a.server: found no server"),
                new Case("global: {server: vc}", "E c.yaml:1:18: global.server.user: found no credentials"),
                new Case("global: {server: vc, user: u}", "E c.yaml:1:18: global.server.password: found no password"),
                new Case("global: {server: vc, password: p}", "E c.yaml:1:18: global.server.user: found no user"),
                // Values.
                new Case("%sglobal: {port: abc}", "E c.yaml:2:16: global.port: found \"abc\", expected a whole number"),
                new Case("%sglobal: {port: 65536}", "E c.yaml:2:16: global.port: found \"65536\""),
                new Case("%sglobal: {port: -1}", "E c.yaml:2:16: global.port: found \"-1\""),
                new Case("%sglobal: {port: '443'}", "W c.yaml:2:16: global.port: found quotes around a number"),
                new Case(
                        "%sglobal: {port: [443]}", "E c.yaml:2:16: global.port: found a list, expected a whole number"),
                new Case("%sglobal: {insecureFlag: maybe}", "E c.yaml:2:24: global.insecureFlag: found \"maybe\""),
                new Case("%sglobal: {insecureFlag: 'true'}", "W c.yaml:2:24: global.insecureFlag: found quotes"),
                new Case("%sglobal: {datacenters: dc1}", "W c.yaml:2:23: global.datacenters: found one text"),
                new Case(
                        "%sglobal: {datacenters: [[a]]}",
                        "E c.yaml:2:24: global.datacenters: found a list in the list"),
                new Case(
                        "%sglobal: {datacenters: {a: b}}", "E c.yaml:2:23: global.datacenters: found keys with values"),
                new Case("%sglobal: {caFile: /ca.crt}", "E c.yaml:2:18: global.caFile: no such CA: /ca.crt"),
                new Case("%sglobal: {thumbprint: 0A:1B}", "W c.yaml:2:22: global.thumbprint: found \"0A:1B\""),
                new Case(
                        "%sglobal: {ipFamily: [ipv9]}",
                        "E c.yaml:2:20: global.ipFamily: found \"ipv9\", expected a list with ipv4 or ipv6; did you mean"
                                + " \"ipv4\" or \"ipv6\"?"),
                new Case("%sglobal: {ipFamily: [ipv4, 6]}", "E c.yaml:2:20: global.ipFamily: found \"6\", expected"),
                new Case("%sglobal: {ipFamily: [',']}", "E c.yaml:2:20: global.ipFamily: found \",\", expected a list"),
                new Case("%sglobal: 5", "E c.yaml:2:9: global: found a plain value, expected keys with values"),
                new Case(
                        "vcenter: {a: {server: https://vc/sdk, user: u, password: p}}",
                        "E c.yaml:1:23: vcenter.a.server: found a URL"),
                new Case(
                        "vcenter: {a: {server: 'vc:443', user: u, password: p}}",
                        "E c.yaml:1:23: vcenter.a.server: found a port"),
                new Case(
                        "vcenter: {a: {server: a b, user: u, password: p}}",
                        "E c.yaml:1:23: vcenter.a.server: found \"a b\""),
                new Case(
                        "vcenter: {a: {server: 'fd00::xyz', user: u, password: p}}",
                        "E c.yaml:1:23: vcenter.a.server: found"),
                new Case(
                        "vcenter: {a: {server: vc, user: '-----BEGIN CERTIFICATE-----', password: p}}",
                        "E c.yaml:1:33: vcenter.a.user: found a certificate"),
                new Case(
                        "%sglobal: {thumbprint: '0a:1b, 0123456789abcdef0123456789abcdef01234567'}",
                        "W c.yaml:2:22: global.thumbprint: found \"0a:1b\", expected the SHA-1 or SHA-256"),
                new Case(
                        "%snodes: {internalNetworkSubnetCidr: '10.0.0.0/8, 10.0.0.0/33'}",
                        "E c.yaml:2:36: nodes.internalNetworkSubnetCidr: found \"10.0.0.0/33\", expected ranges of"
                                + " addresses such as 10.20.0.0/16 or fd20::/48; correct it"),
                new Case(
                        "%snodes: {externalNetworkSubnetCidr: 10.20/16}",
                        "E c.yaml:2:36: nodes.externalNetworkSubnetCidr: found \"10.20/16\", expected ranges"),
                new Case(
                        "%snodes: {excludeInternalNetworkSubnetCidr: 10.0.0.1}",
                        "E c.yaml:2:43: nodes.excludeInternalNetworkSubnetCidr: found \"10.0.0.1\", expected ranges of"
                                + " addresses such as 10.20.0.0/16 or fd20::/48; did you mean \"10.0.0.1/32\"?"),
                new Case(
                        "%snodes: {excludeExternalNetworkSubnetCidr: 'fd00::1'}",
                        "E c.yaml:2:43: nodes.excludeExternalNetworkSubnetCidr: found \"fd00::1\", expected ranges of"
                                + " addresses such as 10.20.0.0/16 or fd20::/48; did you mean \"fd00::1/128\"?"),
                new Case(
                        "%snodes: {internalNetworkSubnetCidr: 10.20.1.1/16}",
                        "W c.yaml:2:36: nodes.internalNetworkSubnetCidr: found \"10.20.1.1/16\", expected the first"
                                + " address of a range; it is read as \"10.20.0.0/16\", write that"),
                new Case(
                        "%sglobal: {proxyUrl: 'https://proxy:3128'}",
                        "E c.yaml:2:20: global.proxyUrl: found the scheme https, expected http://<host>:<port>"),
                new Case(
                        "%sglobal: {proxyUrl: 'socks5://u:p@proxy'}",
                        "E c.yaml:2:20: global.proxyUrl: found the scheme socks5, expected http://<host>:<port>"),
                new Case(
                        "%sglobal: {proxyUrl: 'http://proxy:port'}",
                        "E c.yaml:2:20: global.proxyUrl: found a text that is not a URL, expected"),
                new Case(
                        "%sglobal: {environmentOverrides: maybe}",
                        "E c.yaml:2:32: global.environmentOverrides: found \"maybe\", expected true or false"),
                // Settings without effect.
                new Case(
                        "%sglobal: {soapRoundtripCount: 3}", "W c.yaml:2:30: global.soapRoundtripCount: has no effect"),
                new Case("%sglobal: {apiDisable: true}", "W c.yaml:2:22: global.apiDisable: has no effect"),
                new Case("%sglobal: {apiBinding: ':1'}", "W c.yaml:2:22: global.apiBinding: has no effect"),
                new Case(
                        "%sglobal: {secretsDirectory: /s}",
                        "W c.yaml:2:28: global.secretsDirectory: found no directory \"/s\", expected files"),
                new Case(
                        "%slabels: {zone: z}",
                        "W c.yaml:2:16: labels.zone: found zone without region, expected both or none: no Node gets "
                                + "a zone or a region; add the other, or set labels.partial to true"),
                new Case("%slabels: {region: r, zone: ''}", "W c.yaml:2:18: labels.region: found region without zone"),
                new Case("%sglobal: {secretName: s}", "W c.yaml:2:22: global.secretName: found secretName without"),
                new Case(
                        "%sglobal: {secretNamespace: s}",
                        "W c.yaml:2:27: global.secretNamespace: found secretNamespace"),
                new Case(
                        "global: {insecureFlag: on}|vcenter: {a: {server: vc, user: u, password: p, insecureFlag: off}}",
                        "W c.yaml:2:63: vcenter.a.insecureFlag: found false, but global.insecureFlag is true"),
                new Case(
                        "global: {user: u, password: p}|vcenter: {a: {server: vc}, b: {server: VC}}",
                        "W c.yaml:2:40: vcenter.b.server: found the server of vCenter \"a\" again"),
                // Unknown and repeated keys.
                new Case(
                        "%sGlobal: {port: 1}",
                        "W c.yaml:2:1: Global: unknown section, it has no effect; did you mean \"global\"?"),
                new Case(
                        "%sport: 1", "W c.yaml:2:1: port: unknown section, it has no effect; move it below \"global\""),
                new Case("%sfoo: 1", "W c.yaml:2:1: foo: unknown section, it has no effect; look up its name"),
                new Case(
                        "%sglobal: {ca-file: x}",
                        "W c.yaml:2:10: global.ca-file: unknown key, it has no effect; did you mean \"caFile\"?"),
                new Case(
                        "%sglobal: {sever: x}",
                        "W c.yaml:2:10: global.sever: unknown key, it has no effect; did you mean \"server\"?"),
                new Case(
                        "%slabels: {zones: z}",
                        "W c.yaml:2:10: labels.zones: unknown key, it has no effect; did you mean \"zone\"?"),
                new Case(
                        "%sglobal: {zone: z}",
                        "W c.yaml:2:10: global.zone: unknown key, it has no effect; move it to the section \"labels\""),
                new Case(
                        "%sglobal: {x: {y: z}}", "W c.yaml:2:10: global.x: unknown key, it has no effect; look up its"),
                new Case("%sglobal: {port: 1, port: 2}", "W c.yaml:2:19: global.port: already set in line 2"),
                new Case(
                        "%sglobal: {port: 1}|global: {port: 2}",
                        "W c.yaml:3:1: global: this section already begins in line 2"),
                new Case(
                        "%svcenter: {a: {server: vc, user: u, password: p}}",
                        "W c.yaml:2:11: vcenter.a: already set in line 1"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void eachProblemIsReportedBeforeItsConsequences(Case given) {
        assertThat(problems(given.file()))
                .hasSizeGreaterThan(1)
                .first()
                .asString()
                .startsWith(given.expected());
    }

    static Stream<Case> eachProblemIsReportedBeforeItsConsequences() {
        return Stream.of(
                new Case("vcenter: [a]", "E c.yaml:1:10: vcenter: found a list, expected one entry for each vCenter"),
                new Case("%sglobal: {secretName: A b, secretNamespace: c}|", "E c.yaml:2:22: global.secretName: found"),
                new Case(
                        "vcenter: {a: {server: vc, user: u, password: !x p}}",
                        "E c.yaml:1:46: vcenter.a.password: found a value with a tag"));
    }

    @Test
    void allProblemsAreReportedAtOnceInOrder() {
        assertThat(problems("""
                        global:
                          prot: 443
                          insecureFlag: maybe
                          ipFamily: [ipv4, ipv5]
                        vcenter:
                          a:
                            server: https://x
                          b:
                        nodes:
                          internalNetworkSubnetCidr: 10.0.0.0
                        """))
                .extracting(line -> line.replaceAll("^(\\S) c.yaml:(\\S+): (\\S+):.*", "$1 $2 $3"))
                .containsExactly(
                        "W 2:3 global.prot",
                        "E 3:17 global.insecureFlag",
                        "E 4:13 global.ipFamily",
                        "E 10:30 nodes.internalNetworkSubnetCidr",
                        "E 7:13 vcenter.a.server",
                        "E 6:3 vcenter.a.user",
                        "E 8:3 vcenter.b.user",
                        "E 8:3 vcenter.b.server");
    }

    @Test
    void aProblemOfAGlobalValueIsReportedOnceForAllVcenters() {
        assertThat(problems("""
                        global: {caFile: /ca.crt, user: u, password: p}
                        vcenter: {a: {server: a}, b: {server: b}}
                        """)).hasSize(1);
    }

    @Test
    void theLastOfSeveralValuesCounts() {
        VcenterConfig vcenter = Reading.onlyVcenter("""
                global: {port: 1, user: u, port: 2}
                global: {port: 3, password: p, server: vc}
                """);

        assertThat(vcenter.connection().port()).isEqualTo(3);
        assertThat(vcenter.credentials()).isEqualTo(new CredentialsSource.Inline("u", new Secret("p")));
    }

    @Test
    void bytesThatAreNotUtf8AreAnErrorWithTheirPlace() {
        byte[] latin1 = {'a', ':', '\n', 'b', ':', ' ', (byte) 0xe4, '\n'};

        assertThat(Reading.lines(ConfigReader.read(
                        "c.yaml", latin1, Map.of(), _ -> new CaFiles.CaFileResult.Usable(List.of()), _ -> false)))
                .containsExactly("E c.yaml:2:4: found bytes that are not UTF-8, expected UTF-8 text;"
                        + " save the file as UTF-8");
    }

    @Test
    void everyMessageSaysWhatToDo() {
        assertThat(eachProblemIsReportedWithItsPlace().flatMap(given -> problems(given.file()).stream()))
                .allMatch(line -> line.contains(";") || line.contains("no such CA"));
    }
}
