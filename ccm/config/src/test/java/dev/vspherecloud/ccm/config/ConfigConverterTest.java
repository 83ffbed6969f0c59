package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.Problem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigConverterTest {
    private static final String YAML = """
            # Our vCenters.
            # Ask the platform team.

            global: # for all
              user: cpi@vsphere.local
              # from the vault
              password: "s3cret#1" # rotated in May
              datacenters:
                - Berlin-DC
                - /Sites/Hamburg # new
              ipFamily: [ipv6, ipv4]
              # the end of it

            vcenter:
              # the old one
              north:
                server: vc-north
                port: 8443
                insecureFlag: yes

              "vc-south.example.net":
                server: vc-south.example.net

            labels: {region: topo-region, zone: topo-zone}
            # That is all.
            """;

    private static final String INI = """
            # Our vCenters.
            # Ask the platform team.

            [Global]
            user = "cpi@vsphere.local"
            # from the vault
            password = "s3cret#1"
            datacenters = "Berlin-DC,/Sites/Hamburg"
            ip-family = "ipv6,ipv4"
            # the end of it

            # the old one
            [VirtualCenter "north"]
            server = "vc-north"
            port = 8443
            insecure-flag = true

            [VirtualCenter "vc-south.example.net"]
            server = "vc-south.example.net"

            [Labels]
            region = "topo-region"
            zone = "topo-zone"
            # That is all.
            """;

    @Test
    void yamlBecomesIniWithItsCommentsInItsOrder() {
        assertThat(toIni(YAML)).isEqualTo(INI);
    }

    @Test
    void iniBecomesYamlWithItsCommentsInItsOrder() {
        assertThat(toYaml("""
                ; Our vCenters.
                [global]
                User = cpi@vsphere.local   ; a reader
                password = "EX\\\\AM\\"PLE"
                insecure-flag = "0"
                port = "0443"

                # the old one
                [VirtualCenter "10.0.0.1"]
                datacenters = "Berlin-DC, /Sites/Hamburg"
                """)).isEqualTo("""
                # Our vCenters.
                global:
                  user: cpi@vsphere.local
                  password: 'EX\\AM"PLE'
                  insecureFlag: false
                  port: 443

                # the old one
                vcenter:
                  '10.0.0.1':
                    server: '10.0.0.1'
                    datacenters: [Berlin-DC, /Sites/Hamburg]
                """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '^',
            value = {
                "plain          ! plain",
                "yes            ! 'yes'",
                "0443           ! '0443'",
                "~              ! '~'",
                "a#b            ! 'a#b'",
                "a b            ! 'a b'",
                "it's           ! 'it''s'",
                "^ both ends ^  ! ' both ends '",
                "a\"b           ! 'a\"b'",
                "a\\b           ! 'a\\b'",
                "ä😀            ! 'ä😀'",
                "- x            ! '- x'"
            })
    void textsAreQuotedWhereYamlWouldTakeThemForSomethingElse(String password, String written) {
        String ini = "[Global]\nserver = vc\nuser = u\npassword = \""
                + password.replace("\\", "\\\\").replace("\"", "\\\"") + "\"\n";

        assertThat(toYaml(ini)).contains("  password: " + written + "\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '^',
            value = {
                "'a#b;c'        ! \"a#b;c\"",
                "'a\"b'         ! \"a\\\"b\"",
                "'a\\b'         ! \"a\\\\b\"",
                "' both ends '  ! \" both ends \"",
                "\"a\\nb\\tc\"  ! \"a\\nb\\tc\"",
                "0123           ! \"0123\"",
                "yes            ! \"yes\""
            })
    void textsAreEscapedByTheRulesOfGcfg(String password, String written) {
        assertThat(toIni("global: {server: vc, user: u, password: %s}".formatted(password)))
                .contains("password = " + written + "\n");
    }

    @Test
    void sectionsAndKeysWithoutAReaderAreKeptAsCommentsAndNamed() {
        Conversion conversion = RoundTrip.check("""
                global:
                  server: vc
                  user: u
                  password: first
                  pasword: hunter2 # hm
                  password: p
                  port:
                cluster: {id: 1}
                labels: {zone: z, region: r}
                """);

        assertThat(RoundTrip.text(conversion)).isEqualTo("""
                [Global]
                server = "vc"
                user = "u"
                password = "first"
                # (this project does not use this key)
                # pasword: hunter2 # hm
                password = "p"
                # port:
                # (this project does not use this section)
                # cluster: {id: 1}
                [Labels]
                zone = "z"
                region = "r"
                """);
        assertThat(RoundTrip.problems(conversion))
                .extracting(Problem::toString)
                .containsExactlyInAnyOrder(
                        "c.conf:5:3: global.pasword: this project does not use this key; it is kept as a comment",
                        "c.conf:8:1: this project does not use this section; it is kept as a comment");
    }

    @Test
    void theSectionsOfTheLoadBalancerAreCarriedOver() {
        String yaml = """
                global: {server: vc, user: u, password: p}
                nsxt: {host: nsx, insecureFlag: true, vmcAuthHost: "a:b"}
                loadBalancer:
                  lbServiceId: lb
                  tags: {a: b}
                loadBalancerClass:
                  gold: {ipPoolId: pool}
                route: {routerPath: /infra}
                """;

        assertThat(toIni(yaml)).contains("""
                [NSXT]
                host = "nsx"
                insecure-flag = true
                vmc-auth-host = "a:b"
                [LoadBalancer]
                lb-service-id = "lb"
                # (another program reads this key, and its name in the other format is not known)
                # tags: {a: b}
                [LoadBalancerClass "gold"]
                ip-pool-id = "pool"
                [Route]
                router-path = "/infra"
                """);
        assertThat(toYaml(toIni(yaml))).contains("  insecureFlag: true\n", "  vmcAuthHost: 'a:b'\n", "  gold:\n");
    }

    @Test
    void aSectionOfAnotherReaderThatHasNoKeysIsKeptAsAComment() {
        Conversion conversion = RoundTrip.check("""
                global: {server: vc, user: u, password: p}
                nsxt: some text
                loadBalancerClass:
                  gold: [a, b]
                  silver:
                route: [x]
                """);

        assertThat(RoundTrip.text(conversion)).isEqualTo("""
                [Global]
                server = "vc"
                user = "u"
                password = "p"
                # (this project does not use this section)
                # nsxt: some text
                # (another program reads this key, and its name in the other format is not known)
                # gold: [a, b]
                [LoadBalancerClass "silver"]
                # (this project does not use this section)
                # route: [x]
                """);
        assertThat(RoundTrip.problems(conversion)).hasSize(3);
    }

    @Test
    void theSectionsOfTheStorageDriverAreKeptAsComments() {
        Conversion conversion = RoundTrip.check("""
                [Global]
                cluster-id = "c1"
                user = u
                password = p
                [VirtualCenter "vc"]
                [Snapshot]
                # three
                global-max-snapshots-per-block-volume = 3
                """);

        assertThat(RoundTrip.text(conversion)).isEqualTo("""
                global:
                  # (this project does not use this key)
                  # cluster-id = "c1"
                  user: u
                  password: p
                vcenter:
                  vc:
                    server: vc
                # (this project does not use this section)
                # [Snapshot]
                # three
                # global-max-snapshots-per-block-volume = 3
                """);
        assertThat(RoundTrip.problems(conversion)).hasSize(2);
    }

    @Test
    void commentsInAListStandBelowIt() {
        assertThat(toIni("""
                global:
                  user: u
                  datacenters: # all
                    # the old one
                    - Berlin-DC
                    - /Sites/Hamburg
                  password: |-
                    # no comment
                vcenter: {vc: {server: vc}}
                """)).isEqualTo("""
                [Global]
                user = "u"
                datacenters = "Berlin-DC,/Sites/Hamburg"
                # the old one
                password = "# no comment"
                [VirtualCenter "vc"]
                server = "vc"
                """);
    }

    @Test
    void keysOnTheLineOfAnUnknownKeyAreConvertedAndInItsComment() {
        Conversion conversion =
                RoundTrip.check("global: {server: vc, pasword: hunter2, user: u, password: p}\n---\nglobal: {a: b}\n");

        assertThat(RoundTrip.text(conversion)).isEqualTo("""
                [Global]
                server = "vc"
                # (this project does not use this key)
                # global: {server: vc, pasword: hunter2, user: u, password: p}
                user = "u"
                password = "p"
                # (only the first YAML document is used)
                # ---
                # global: {a: b}
                """);
        assertThat(RoundTrip.problems(conversion)).hasSize(2);
    }

    @Test
    void aSplitSectionIsJoinedAndARepeatedKeyStaysRepeated() {
        assertThat(toYaml("""
                [Global]
                user = u
                [VirtualCenter "vc"]
                port = 444
                # on
                [Global]
                password = p
                user = v
                [VirtualCenter "vc"]
                secret-name = s
                """)).isEqualTo("""
                global:
                  user: u
                  password: p
                  user: v
                vcenter:
                  vc:
                    server: vc
                    port: 444
                    # on
                    secretName: s
                """);
    }

    @Test
    void aVcenterThatIsGivenTwiceInYamlIsRefused() {
        assertThat(RoundTrip.convert("""
                global: {user: u, password: p}
                vcenter: {a: {server: a, port: 444}, a: {server: a}}
                """))
                .isInstanceOfSatisfying(Conversion.Refused.class, refused -> assertThat(refused.problems())
                        .anySatisfy(problem -> assertThat(problem.message())
                                .contains("join keys and sections that " + "occur twice")));
    }

    @Test
    void valuesFromAnchorsAreWrittenOut() {
        assertThat(toIni("""
                global: {user: u, password: &p secret}
                vcenter:
                  a: &base {server: a, port: 444}
                  b: {<<: *base, server: b, password: *p}
                """)).contains("""
                [VirtualCenter "b"]
                server = "b"
                password = "secret"
                port = 444
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hunter2\\r", "hunter2\\0"})
    void aValueThatIniCannotExpressIsRefusedWithItsPlace(String password) {
        String yaml = "global:\n  server: vc\n  user: u\n  password: \"" + password + "\"\n";

        assertThat(RoundTrip.check(yaml))
                .isInstanceOfSatisfying(Conversion.Refused.class, refused -> assertThat(refused.problems())
                        .singleElement()
                        .asString()
                        .startsWith("c.conf:4:3: found a ")
                        .contains("in password, which INI cannot express")
                        .doesNotContain("hunter2"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '^',
            value = {"'' ; nothing", "\"a\\nb\" ; a line break"})
    void aNameThatIniCannotExpressIsRefused(String name, String found) {
        assertThat(RoundTrip.check("vcenter: {%s: {server: vc, user: u, password: p}}".formatted(name)))
                .isInstanceOfSatisfying(Conversion.Refused.class, refused -> assertThat(refused.problems())
                        .singleElement()
                        .asString()
                        .isEqualTo("c.conf:1:11: found " + found
                                + " in the name, which INI cannot express; keep the YAML file, or change the value"));
    }

    @Test
    void aConfigurationThatCannotBeUsedIsRefusedWithItsProblems() {
        assertThat(RoundTrip.check("vcenter: {a: {server: vc, port: abc, user: u, password: hunter2}}"))
                .isInstanceOfSatisfying(Conversion.Refused.class, refused -> assertThat(refused.problems())
                        .singleElement()
                        .asString()
                        .startsWith("c.conf:1:33: vcenter.a.port: found \"abc\""));
    }

    @Test
    void theSameDialectIsPrintedAsItIs() {
        var conversion = ConfigConverter.convert("c.conf", YAML.getBytes(StandardCharsets.UTF_8), Dialect.YAML);

        assertThat(RoundTrip.text(conversion)).isEqualTo(YAML);
        assertThat(RoundTrip.problems(conversion))
                .extracting(Problem::toString)
                .containsExactly("c.conf: is already in this format; it is printed unchanged");
    }

    @Test
    void referencedFilesNeedNotExist() {
        assertThat(toIni("global: {server: vc, user: u, password: p, caFile: /nowhere/ca.pem}"))
                .contains("ca-file = \"/nowhere/ca.pem\"");
    }

    @Test
    void aMissingFileIsAProblem() {
        assertThat(RoundTrip.problems(ConfigConverter.convert(Path.of("/nowhere"), Dialect.INI)))
                .extracting(Problem::message)
                .allMatch(message -> message.contains("there is no such file"));
    }

    @Test
    void noOutputContainsAPassword() {
        assertThat(RoundTrip.check("global: {server: vc, user: u, password: hunter2, pasword: hunter2}"))
                .extracting(Object::toString, conversion -> List.copyOf(RoundTrip.problems(conversion))
                        .toString())
                .noneMatch(text -> text.toString().contains("hunter2"));
    }

    private static String toIni(String yaml) {
        return RoundTrip.text(RoundTrip.check(yaml));
    }

    private static String toYaml(String ini) {
        return RoundTrip.text(RoundTrip.check(ini));
    }
}
