package dev.vspherecloud.ccm.config;

import static dev.vspherecloud.ccm.config.Reading.caFiles;
import static dev.vspherecloud.ccm.config.Reading.clean;
import static dev.vspherecloud.ccm.config.Reading.problems;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawConfig;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.VcenterKey;
import dev.vspherecloud.config.credentials.CredentialsSource.Inline;
import dev.vspherecloud.config.credentials.CredentialsSource.KubernetesSecret;
import dev.vspherecloud.config.document.ConfigText;
import dev.vspherecloud.config.vcenter.ConnectionConfig;
import dev.vspherecloud.config.vcenter.TlsConfig;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.topology.TopologyCategories;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.text.Secret;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IniReaderTest {
    @Test
    void everyHonouredKeyOfAVcenterReachesTheConfiguration() {
        CloudConfig config = clean("""
                [VirtualCenter "north"]
                server = 10.0.0.1
                port = "8443"
                insecure-flag
                datacenters = "Berlin,/Sites/Hamburg, datacenter-42"
                ca-file = /ca/root.pem:/ca/old.pem
                thumbprint = 0a:1b:2c:3d:4e:5f:60:71:82:93:a4:b5:c6:d7:e8:f9:0a:1b:2c:3d
                secret-name = cpi-north
                secret-namespace = infra
                ip-family = IPv6
                node-deletion-paused

                [Labels]
                zone = k8s-zone
                region = k8s-region
                """);

        assertThat(config.labels().topology())
                .contains(new TopologyRules(
                        new TopologyCategories("k8s-zone", "k8s-region"), TopologyRules.Mode.COMPATIBLE, true));
        assertThat(config.vcenters())
                .containsExactly(new VcenterConfig(
                        "north",
                        new ConnectionConfig(
                                "10.0.0.1",
                                8443,
                                new TlsConfig(
                                        caFiles("/ca/root.pem", "/ca/old.pem"),
                                        List.of("0A:1B:2C:3D:4E:5F:60:71:82:93:A4:B5:C6:D7:E8:F9:0A:1B:2C:3D"),
                                        true),
                                Optional.empty()),
                        List.of("Berlin", "/Sites/Hamburg", "datacenter-42"),
                        new KubernetesSecret("infra", "cpi-north"),
                        List.of(IpFamily.IPV6),
                        true));
    }

    /// Each value is that of gcfg 1.2.3; `~` stands for a blank, `|` for a line break, `^` for a carriage return.
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "plain,plain",
                "~~two~~words~~,two~~words",
                "\"~quoted~\",~quoted~",
                "~\"~quoted~\"~~,~quoted~",
                "par\"t~l\"y,part~ly",
                "\"a\"~\"b\",a~b",
                "\"a\"b\"c\",abc",
                "\"\"x\"\",x",
                "a#b,a",
                "a;b,a",
                "a~#b,a",
                "\"a#b;c\",a#b;c",
                "\"a\"#b,a",
                "\"a\\\\b\",a\\b",
                "\"a\\\"b\",a\"b",
                "a\\\"b,a\"b",
                "\"'\"a,'a",
                "it's,it's",
                "\"a=b\",a=b",
                "a=b,a=b",
                "=,=",
                "[x],[x]",
                "a\\|b,ab",
                "a~\\|~~b,a~~~b",
                "a~\\|,a~",
                "\"a\"\\|\"b\"~,ab",
                "a\\^|b^,ab",
                "a^,a",
                "a^b,ab",
                "\"a^b\",ab",
                "é日本😀,é日本😀",
                "\\\"~\\\",\"~\""
            })
    void valuesMeanWhatTheyMeanInGo(String written, String meant) {
        RawConfig config = raw("[Global]\npassword =" + spelled(written) + "\n");

        assertThat(text(config.global(), VcenterKey.PASSWORD)).isEqualTo(spelled(meant));
    }

    @Test
    void escapesBetweenQuotesMakeTabsAndNewLines() {
        assertThat(text(raw("[Global]\npassword = \"a\\tb\\nc\"").global(), VcenterKey.PASSWORD))
                .isEqualTo("a\tb\nc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "TRUE", "yes", "On", "1", "\"1\""})
    void flagsAreTrue(String written) {
        assertThat(insecure("insecure-flag = " + written)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"insecure-flag", " INSECURE-FLAG ", "insecure-flag # c", "insecure-flag;c", "insecure-flag\r"})
    void aFlagAloneIsTrue(String line) {
        assertThat(insecure(line)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "No", "OFF", "0", "\"0\""})
    void flagsAreFalse(String written) {
        assertThat(insecure("insecure-flag = " + written)).isFalse();
    }

    @Test
    void placesAreThoseOfTheValues() {
        RawConfig config = raw("""
                [global]
                  user = u
                PASSWORD   =  "p"
                insecure-flag
                port =
                [ virtualcenter "so\\"uth" ] # remark
                server = \\
                  vc
                """);

        assertThat(config.dialect()).isEqualTo(Dialect.INI);
        assertThat(config.global().place()).isEqualTo(new ConfigLocation("c.ini", 1, 1, "Global"));
        assertThat(config.global().placeOf(VcenterKey.USER))
                .isEqualTo(new ConfigLocation("c.ini", 2, 10, "Global.user"));
        assertThat(config.global().placeOf(VcenterKey.PASSWORD))
                .isEqualTo(new ConfigLocation("c.ini", 3, 15, "Global.password"));
        assertThat(config.global().placeOf(VcenterKey.INSECURE_FLAG))
                .isEqualTo(new ConfigLocation("c.ini", 4, 1, "Global.insecure-flag"));
        assertThat(config.global().placeOf(VcenterKey.PORT_NUMBER))
                .isEqualTo(new ConfigLocation("c.ini", 1, 1, "Global.port"));
        assertThat(config.section(CloudConfigSection.LABELS).place())
                .isEqualTo(new ConfigLocation("c.ini", 0, 0, "Labels"));
        assertThat(config.vcenters()).containsOnlyKeys("so\"uth");
        assertThat(config.vcenters().values().iterator().next().placeOf(VcenterKey.SERVER))
                .isEqualTo(new ConfigLocation("c.ini", 7, 10, "VirtualCenter \"so\"uth\".server"));
    }

    @Test
    void columnsCountCharactersAndNotTheirHalves() {
        assertThat(problems("[VirtualCenter \"😀\"]\nserver = vc\nuser = u\npassword = 😀\\x"))
                .singleElement()
                .asString()
                .startsWith("E c.ini:4:13: ");
    }

    @Test
    void sectionsAndKeysOfOtherReadersAreRecordedOrIgnored() {
        CloudConfig config = Reading.accepted("""
                [Global]
                cluster-id = "c1"
                Supervisor-ID = "s"
                cluster-distribution = "native"
                query-limit = 100
                list-volume-threshold = 50
                vc-client-timeout = 5
                csi-auth-check-intervalinmin = 5
                csi-fetch-preferred-datastores-intervalinmin = 5
                [VirtualCenter "vc"]
                user = "u"
                password = "p"
                targetvSANFileShareDatastoreURLs = "ds:///x"
                targetvSANFileShareClusters = "c"
                migration-datastore-url = "ds:///y"
                fileVolumeActivated = true
                [Labels]
                topology-categories = "a, b"
                [NSXT]
                user = x
                [LoadBalancer]
                [LoadBalancerClass "x"]
                [route]
                [NetPermissions "A"]
                ips = "*"
                [Snapshot]
                global-max-snapshots-per-block-volume = 3
                [Guest]
                [GC]
                [TopologyCategory "k8s-zone"]
                [Workspace]
                """);

        assertThat(config.foreignSections())
                .containsExactlyInAnyOrder(
                        "NSXT",
                        "LoadBalancer",
                        "LoadBalancerClass",
                        "route",
                        "NetPermissions",
                        "Snapshot",
                        "Guest",
                        "GC",
                        "TopologyCategory",
                        "Workspace");
    }

    @Test
    void theSameSectionsAndKeysAreToleratedInYaml() {
        CloudConfig config = Reading.accepted("""
                global: {cluster-id: c1, query-limit: 100}
                vcenter: {a: {server: vc, user: u, password: p, targetvSANFileShareClusters: c}}
                labels: {topology-categories: 'a, b'}
                netPermissions: {A: {ips: '*'}}
                nsxt: {user: x}
                """);

        assertThat(config.foreignSections()).containsExactlyInAnyOrder("netPermissions", "nsxt");
    }

    @Test
    void aByteOrderMarkAndWindowsLineEndsAreIgnored() {
        VcenterConfig vcenter = Reading.onlyVcenter(
                "\ufeff[VirtualCenter \"vc\"]\r\nuser = u\r\npassword = \"p\"\r\n\r\ninsecure-flag\r\n");

        assertThat(vcenter.credentials()).isEqualTo(new Inline("u", new Secret("p")));
        assertThat(vcenter.connection().tls().insecure()).isTrue();
    }

    /// A line after such a value may be a part of it, so no message repeats it.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"hun\ntertwo\n\"",
                "\"hun\ntertwo = x\n\"",
                "\"hun\ntertwo==\n",
                "hun\\x\ntertwo\n",
                "hun\\x\ntertwo = y",
                "-----BEGIN PRIVATE KEY-----\nterTwo0815==\ntertwo==\n-----END PRIVATE KEY-----",
                "x\ntertwo\ntertwo = y",
                "x\ntertwo2 = y",
                "x\ntertwo_ = y",
                "x\n[tertwo2]",
                "x\n[Global tertwo]",
                "\"x\ntertwo: hun\"",
                "\"x\\\ntertwo: hun\""
            })
    void aPossiblePartOfAPasswordIsNotRepeated(String password) {
        assertThat(problems("[VirtualCenter \"a\"]\npassword = " + password))
                .isNotEmpty()
                .noneMatch(line -> line.matches("(?i).*(hun|tertwo).*"));
    }

    @Test
    void aPasswordInsideAMisquotedValueIsNotRepeated() {
        assertThat(problems("global:\n  server: vc\n  port: '443\n  password: hunter2'"))
                .isNotEmpty()
                .noneMatch(line -> line.contains("hunter2"));
        assertThat(problems("global:\n  server: vc\n  caFile: '/ca\n  password: hunter2'"))
                .isNotEmpty()
                .noneMatch(line -> line.contains("hunter2"));
        assertThat(problems("[Global]\nport = \\\npassword = hunter2"))
                .isNotEmpty()
                .noneMatch(line -> line.contains("hunter2"));
        assertThat(problems("global: {server: vc, password: abc, hunter}"))
                .isNotEmpty()
                .noneMatch(line -> line.contains("hunter"));
    }

    @Test
    void aHugeFileIsReadQuickly() {
        for (String line : List.of("\"", "\\\"", "a \\\n", "[x]\n", "#", "[", "x=\"\\\\", " ", "[a \"\\\\", "é")) {
            assertThat(Reading.read("[Global]\nuser = " + line.repeat(50_000))).isNotNull();
            assertThat(Reading.read("[Global]\n" + line.repeat(50_000))).isNotNull();
        }
    }

    private static boolean insecure(String line) {
        return clean("[VirtualCenter \"vc\"]\nuser = u\npassword = p\n" + line)
                .vcenters()
                .getFirst()
                .connection()
                .tls()
                .insecure();
    }

    private static String spelled(String text) {
        return text.replace('~', ' ').replace('|', '\n').replace('^', '\r');
    }

    private static RawConfig raw(String text) {
        var problems = new Problems();
        Optional<RawConfig> config = ConfigText.of("c.ini", text, Dialect.INI).read(CloudConfigTable.TABLE, problems);
        assertThat(problems.hasErrors()).as(problems.all().toString()).isFalse();
        return config.orElseThrow();
    }

    private static String text(RawSection section, ConfigKey key) {
        return section.value(key).map(RawValue::text).orElse("");
    }
}
