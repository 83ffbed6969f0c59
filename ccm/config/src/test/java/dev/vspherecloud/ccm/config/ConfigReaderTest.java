package dev.vspherecloud.ccm.config;

import static dev.vspherecloud.ccm.config.Reading.accepted;
import static dev.vspherecloud.ccm.config.Reading.caFiles;
import static dev.vspherecloud.ccm.config.Reading.clean;
import static dev.vspherecloud.ccm.config.Reading.onlyVcenter;
import static dev.vspherecloud.ccm.config.Reading.problems;
import static dev.vspherecloud.domain.ip.IpFamily.IPV4;
import static dev.vspherecloud.domain.ip.IpFamily.IPV6;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.credentials.CredentialsSource.Inline;
import dev.vspherecloud.config.credentials.CredentialsSource.KubernetesSecret;
import dev.vspherecloud.config.vcenter.ConnectionConfig;
import dev.vspherecloud.config.vcenter.TlsConfig;
import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.topology.TopologyCategories;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.text.Secret;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigReaderTest {
    @Test
    void everythingElseHasADefault() {
        CloudConfig config = clean("""
                        vcenter:
                          north:
                            server: vc.example.com
                            user: cpi
                            password: pw
                        """);

        assertThat(config)
                .isEqualTo(new CloudConfig(
                        List.of(new VcenterConfig(
                                "north",
                                new ConnectionConfig(
                                        "vc.example.com",
                                        443,
                                        new TlsConfig(List.of(), List.of(), false),
                                        Optional.empty()),
                                List.of(),
                                new Inline("cpi", new Secret("pw")),
                                List.of(IPV4),
                                false)),
                        LabelsConfig.NONE,
                        NodesConfig.DEFAULTS,
                        Set.of()));
    }

    @Test
    void everyHonouredKeyOfAVcenterReachesTheConfiguration() {
        CloudConfig config = clean("""
                        vcenter:
                          north:
                            server: 10.0.0.1
                            port: 8443
                            insecureFlag: yes
                            datacenters: [Berlin, /Sites/Hamburg, '"Hafen, alt"', datacenter-42]
                            caFile: /ca/root.pem:/ca/old.pem
                            thumbprint: 0a:1b:2c:3d:4e:5f:60:71:82:93:a4:b5:c6:d7:e8:f9:0a:1b:2c:3d
                            secretName: cpi-north
                            secretNamespace: infra
                            ipFamily: [IPv6]
                            nodeDeletionPaused: true
                        labels:
                          zone: k8s-zone
                          region: k8s-region
                        """);

        assertThat(config)
                .isEqualTo(new CloudConfig(
                        List.of(new VcenterConfig(
                                "north",
                                new ConnectionConfig(
                                        "10.0.0.1",
                                        8443,
                                        new TlsConfig(
                                                caFiles("/ca/root.pem", "/ca/old.pem"),
                                                List.of("0A:1B:2C:3D:4E:5F:60:71:82:93:A4:B5:C6:D7:E8:F9:0A:1B:2C:3D"),
                                                true),
                                        Optional.empty()),
                                List.of("Berlin", "/Sites/Hamburg", "Hafen, alt", "datacenter-42"),
                                new KubernetesSecret("infra", "cpi-north"),
                                List.of(IPV6),
                                true)),
                        new LabelsConfig(
                                Optional.of(new TopologyRules(
                                        new TopologyCategories("k8s-zone", "k8s-region"),
                                        TopologyRules.Mode.COMPATIBLE,
                                        true)),
                                AncestorLabels.NONE,
                                false),
                        NodesConfig.DEFAULTS,
                        Set.of()));
    }

    @Test
    void aVcenterInheritsValuesThatItDoesNotSet() {
        CloudConfig config = clean("""
                        global:
                          user: everyone
                          password: shared
                          port: 8443
                          datacenters: [Berlin]
                          caFile: /ca/root.pem
                          ipFamily: [ipv6]
                          nodeDeletionPaused: true
                        vcenter:
                          north:
                            server: north
                          south:
                            server: south
                            port: 9443
                            user: own
                            datacenters: [Rom]
                            insecureFlag: true
                            ipFamily: [ipv4]
                            nodeDeletionPaused: false
                        """);

        assertThat(config.vcenters())
                .containsExactly(
                        new VcenterConfig(
                                "north",
                                new ConnectionConfig(
                                        "north",
                                        8443,
                                        new TlsConfig(caFiles("/ca/root.pem"), List.of(), false),
                                        Optional.empty()),
                                List.of("Berlin"),
                                new Inline("everyone", new Secret("shared")),
                                List.of(IPV6),
                                true),
                        new VcenterConfig(
                                "south",
                                new ConnectionConfig(
                                        "south",
                                        9443,
                                        new TlsConfig(caFiles("/ca/root.pem"), List.of(), true),
                                        Optional.empty()),
                                List.of("Rom"),
                                new Inline("own", new Secret("shared")),
                                List.of(IPV4),
                                false));
    }

    @Test
    void globalServerAloneIsAVcenterOfThatName() {
        VcenterConfig vcenter = onlyVcenter("global: {server: vc, user: u, password: p, port: 444, caFile: a.pem}");

        assertThat(vcenter.name()).isEqualTo("vc");
        assertThat(vcenter.server()).isEqualTo("vc");
        assertThat(vcenter.connection().port()).isEqualTo(444);
        assertThat(vcenter.connection().tls().caFiles()).isEqualTo(caFiles("a.pem"));
    }

    @Test
    void globalServerIsAddedToVcentersOfOtherServers() {
        CloudConfig config = clean("""
                global: {server: a, user: u, password: p}
                vcenter: {north: {server: b}}
                """);

        assertThat(config.vcenters()).extracting(VcenterConfig::name).containsExactly("north", "a");
    }

    @Test
    void globalServerIsNoSecondVcenterWhenOneHasItsName() {
        CloudConfig config = clean("""
                global: {server: a, user: u, password: p}
                vcenter: {a: {server: elsewhere}}
                """);

        assertThat(config.vcenters()).extracting(VcenterConfig::server).containsExactly("elsewhere");
    }

    @Test
    void oneServerIsOneConnectionWhateverItIsCalled() {
        String text = """
                global: {server: VC-A, user: u, password: p, datacenters: [Berlin]}
                vcenter:
                  north: {server: vc-a, datacenters: [Rom]}
                """;

        assertThat(onlyVcenter(text).datacenters()).containsExactly("Rom", "Berlin");
        assertThat(onlyVcenter(text).name()).isEqualTo("north");
        assertThat(problems(text))
                .singleElement()
                .asString()
                .startsWith("W c.yaml:1:18: global.server: found the server");
    }

    @Test
    void oneServerWithTwoPortsIsTwoVcenters() {
        assertThat(clean("""
                        global: {user: u, password: p}
                        vcenter: {a: {server: vc}, b: {server: vc, port: 444}}
                        """).vcenters()).hasSize(2);
    }

    @Test
    void aNullVcenterSectionBesideGlobalServerIsNone() {
        assertThat(onlyVcenter("global: {server: vc, user: u, password: p}\nvcenter:\n")
                        .server())
                .isEqualTo("vc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fd00::1", "'[fd00::1]'", "\"fd00::1\""})
    void ipv6LiteralsComeWithOrWithoutBrackets(String server) {
        assertThat(onlyVcenter("vcenter: {a: {server: " + server + ", user: u, password: p}}")
                        .server())
                .isEqualTo("fd00::1");
    }

    @Test
    void sectionsOfOtherReadersAreTolerated() {
        clean("""
                global: {server: vc, user: u, password: p}
                netPermissions: {A: {ips: "*"}}
                snapshot: {}
                csi: {clusterId: blue}
                labels: {topologyCategories: [k8s-zone]}
                nodes:
                  internalNetworkSubnetCidr: ""
                """);
    }

    @Test
    void textsTakeNumbersAndFlagsAsTheyAreWritten() {
        assertThat(onlyVcenter("vcenter: {1: {server: vc, user: yes, password: 0123}}"))
                .returns("1", VcenterConfig::name)
                .returns(new Inline("yes", new Secret("0123")), VcenterConfig::credentials);
    }

    @Test
    void passwordsAreTakenByteForByte() {
        assertThat(onlyVcenter("global: {server: vc, user: 'EXAMPLE\\cpi', password: ' a#b;\"c''=\\ '}"))
                .returns(new Inline("EXAMPLE\\cpi", new Secret(" a#b;\"c'=\\ ")), VcenterConfig::credentials);
    }

    @Test
    void mergeKeysAndAliasesWork() {
        CloudConfig config = clean("""
                global: {user: u, password: p}
                vcenter:
                  a: &base {server: a, port: 444}
                  b:
                    <<: *base
                    server: b
                """);

        assertThat(config.vcenters()).extracting(VcenterConfig::server).containsExactly("a", "b");
        assertThat(config.vcenters())
                .extracting(vcenter -> vcenter.connection().port())
                .containsExactly(444, 444);
    }

    @Test
    void jsonIsYaml() {
        clean("{\"global\": {\"server\": \"vc\", \"user\": \"u\", \"password\": \"p\", \"port\": 443}}");
    }

    @Test
    void aByteOrderMarkIsIgnored() {
        clean("\ufeffglobal: {server: vc, user: u, password: p}");
    }

    @ParameterizedTest
    @CsvSource({"8443,8443", "0x1F,31", "0443,291", "1_024,1024", "65535,65535"})
    void portsAreWrittenAsInGo(String written, int expected) {
        assertThat(onlyVcenter("global: {server: vc, user: u, password: p, port: " + written + "}")
                        .connection()
                        .port())
                .isEqualTo(expected);
    }

    @Test
    void portZeroCountsAsNotGiven() {
        assertThat(accepted("global: {server: vc, user: u, password: p, port: 0}")
                        .vcenters()
                        .getFirst()
                        .connection()
                        .port())
                .isEqualTo(443);
    }
}
