package dev.vspherecloud.ccm.config;

import static dev.vspherecloud.ccm.config.Reading.accepted;
import static dev.vspherecloud.ccm.config.Reading.onlyVcenter;
import static dev.vspherecloud.ccm.config.Reading.problems;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawConfig;
import dev.vspherecloud.config.credentials.CredentialsSource.Inline;
import dev.vspherecloud.config.credentials.CredentialsSource.KubernetesSecret;
import dev.vspherecloud.config.document.ConfigText;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.ip.Subnet;
import dev.vspherecloud.text.Secret;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares with the observed behaviour of cloud-provider-vsphere (Go) for INI files, including its own
/// fixtures. This project does the same or, if a test says so, what the user meant.
class UpstreamIniTest {
    private static final String COMPLETE = "[VirtualCenter \"vc\"]\nuser = u\npassword = p\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unknown = x",
                "unknown",
                "[Unknown]\nx = y",
                "[Unknown \"x\"]",
                "[Global]\nservice-account = x",
                "[Global]\ntenantref = x",
                "[Global]\nsecretref = x",
                "tenantref = x",
                "secretref = x"
            })
    void unknownAndHiddenKeysChangeNothing(String more) {
        assertThat(accepted(COMPLETE + more)).isEqualTo(accepted(COMPLETE));
        assertThat(problems(COMPLETE + more)).singleElement().asString().startsWith("W ");
    }

    @Test
    void theCaseOfSectionsAndKeysDoesNotCount() {
        assertThat(Reading.clean("[VIRTUALCENTER \"vc\"]\nUser = u\nPASSWORD = p\n"))
                .isEqualTo(accepted(COMPLETE));
        assertThat(accepted("[global]\nServer = vc\nuser = u\npassword = p").vcenters())
                .isEqualTo(accepted(COMPLETE).vcenters());
    }

    @Test
    void theCaseOfTheNameCounts() {
        CloudConfig config = accepted(
                "[Global]\nuser = u\npassword = p\n[VirtualCenter \"a\"]\nserver = x\n[VirtualCenter \"A\"]\nserver = y");

        assertThat(config.vcenters()).extracting(VcenterConfig::name).containsExactly("a", "A");
    }

    @Test
    void ofAKeyThatIsGivenTwiceTheLastOneCounts() {
        assertThat(onlyVcenter(COMPLETE + "port = 1\nport = 2").connection().port())
                .isEqualTo(2);
        assertThat(onlyVcenter(COMPLETE + "datacenters = a\ndatacenters = b").datacenters())
                .containsExactly("b");
    }

    @Test
    void aSectionThatIsGivenTwiceIsOne() {
        VcenterConfig vcenter =
                onlyVcenter(COMPLETE + "port = 1\n[Labels]\n[VirtualCenter \"vc\"]\nport = 2\n[Global]\nuser = x");

        assertThat(vcenter.connection().port()).isEqualTo(2);
        assertThat(vcenter.credentials()).isEqualTo(new Inline("u", new Secret("p")));
    }

    /// cloud-provider-vsphere (Go) stops. An empty value counts as not given, so certificates are verified.
    @ParameterizedTest
    @ValueSource(strings = {"insecure-flag =", "insecure-flag = \"\"", "soap-roundtrip-count = \"\"", "api-disable ="})
    void anEmptyFlagOrNumberCountsAsNotGiven(String line) {
        assertThat(accepted(COMPLETE + "[Global]\n" + line)).isEqualTo(accepted(COMPLETE));
        assertThat(problems(COMPLETE + "[Global]\n" + line))
                .singleElement()
                .asString()
                .startsWith("W ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"maybe", "T", "2", "tru"})
    void anythingElseIsNoFlag(String written) {
        assertThat(problems(COMPLETE + "insecure-flag = " + written))
                .singleElement()
                .asString()
                .startsWith("E ");
    }

    @ParameterizedTest
    @CsvSource({"443,443", "'\"8443\"',8443", "0443,443", "65535,65535", "'',443", "'\" 444 \"',444"})
    void portsAreDecimal(String written, int port) {
        assertThat(onlyVcenter(COMPLETE + "port = " + written).connection().port())
                .isEqualTo(port);
    }

    /// cloud-provider-vsphere (Go) accepts the port, and then no connection ever works.
    @ParameterizedTest
    @ValueSource(strings = {"abc", "-1", "65536", "https"})
    void aPortThatCannotWorkIsAnError(String written) {
        assertThat(problems(COMPLETE + "port = " + written))
                .singleElement()
                .asString()
                .startsWith("E ");
    }

    @ParameterizedTest
    @CsvSource({"a#b;c,a", "a;c,a", "'\"a#b;c\"',a#b;c", "'\"EXAMPLE\\\\cpi\"',EXAMPLE\\cpi"})
    void textsEndWhereACommentBegins(String written, String meant) {
        assertThat(onlyVcenter(COMPLETE + "user = " + written).credentials())
                .isEqualTo(new Inline(meant, new Secret("p")));
    }

    @Test
    void aBackslashOutsideOfQuotesIsAnErrorThatSaysHowToWriteIt() {
        assertThat(problems(COMPLETE + "user = dom\\user"))
                .containsOnlyOnce(
                        "E c.ini:4:11: VirtualCenter \"vc\".user: not INI: found a backslash outside of quotes,"
                                + " expected none; put the value between double quotes and write every backslash twice, as in"
                                + " \"EXAMPLE\\\\user\"");
    }

    @Test
    void listsAreSeparatedByCommas() {
        assertThat(onlyVcenter(COMPLETE + "datacenters = \"dc1,dc2, dc3\"").datacenters())
                .containsExactly("dc1", "dc2", "dc3");
    }

    @Test
    void theServerIsByDefaultTheNameOfTheSection() {
        assertThat(onlyVcenter(COMPLETE).server()).isEqualTo("vc");
        assertThat(onlyVcenter("[VirtualCenter \"fd00::1\"]\nuser = u\npassword = p")
                        .server())
                .isEqualTo("fd00::1");
        assertThat(onlyVcenter(COMPLETE + "server = vc2"))
                .returns("vc", VcenterConfig::name)
                .returns("vc2", VcenterConfig::server);
    }

    /// cloud-provider-vsphere (Go) tries to connect to it.
    @Test
    void aNameThatIsNoHostNeedsAServer() {
        assertThat(problems("[VirtualCenter \"my vc\"]\nuser = u\npassword = p"))
                .singleElement()
                .asString()
                .startsWith("E c.ini:1:1: VirtualCenter \"my vc\".server: found no server");
    }

    @Test
    @Conforms("VC10")
    void aVcenterInheritsValuesThatItDoesNotSet() {
        VcenterConfig vcenter = onlyVcenter("""
                [Global]
                user = u
                password = p
                port = 8443
                datacenters = Berlin
                ca-file = /ca.pem
                thumbprint = 0A1B2C3D4E5F60718293A4B5C6D7E8F90A1B2C3D
                ip-family = ipv6
                insecure-flag = true
                [VirtualCenter "vc"]
                insecure-flag = false
                """);

        assertThat(vcenter.connection().port()).isEqualTo(8443);
        assertThat(vcenter.datacenters()).containsExactly("Berlin");
        assertThat(vcenter.connection().tls().caFiles()).isEqualTo(Reading.caFiles("/ca.pem"));
        assertThat(vcenter.connection().tls().thumbprints()).hasSize(1);
        assertThat(vcenter.connection().tls().insecure()).isTrue();
        assertThat(vcenter.ipFamilies()).containsExactly(IpFamily.IPV6);
        assertThat(vcenter.credentials()).isEqualTo(new Inline("u", new Secret("p")));
    }

    @Test
    void globalServerAloneIsAVcenterOfThatName() {
        assertThat(onlyVcenter("[Global]\nserver = vc\nuser = u\npassword = p\nport = 444"))
                .returns("vc", VcenterConfig::name)
                .returns("vc", VcenterConfig::server)
                .returns(444, vcenter -> vcenter.connection().port());
    }

    /// cloud-provider-vsphere (Go) opens two connections to one server.
    @Test
    void globalServerBesideAVcenterOfTheSameHostIsOneConnection() {
        assertThat(onlyVcenter("[Global]\nserver = vc\nuser = u\npassword = p\n[VirtualCenter \"n\"]\nserver = vc")
                        .name())
                .isEqualTo("n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[Labels]\nzone = z\nregion = r", "[Global]\nuser = u", "[Guest]\nx = y"})
    void withoutAnyVcenterNothingWorks(String text) {
        assertThat(problems(text)).singleElement().asString().startsWith("E c.ini: found no vCenter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[VirtualCenter]", "[VirtualCenter \"\"]"})
    void aVcenterWithoutNameIsAnError(String header) {
        assertThat(problems(header + "\nserver = vc\nuser = u\npassword = p"))
                .singleElement()
                .asString()
                .startsWith("E c.ini:1:");
    }

    /// cloud-provider-vsphere (Go) keeps blanks and upper case in words that then match no address. It crashes
    /// on an empty word that is not the last.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ipv6|IPV6",
                "ipv4|IPV4",
                "'\"ipv4, \"'|IPV4",
                "ipv6,ipv4|IPV6 IPV4",
                "'\"ipv4, ipv6\"'|IPV4 IPV6",
                "IPv6|IPV6",
                "'\" ipv6 \"'|IPV6",
                "',ipv4'|IPV4",
                "'ipv4,,ipv6'|IPV4 IPV6",
                "ipv4,ipv4|IPV4"
            })
    @Conforms("VC05 VC08")
    void familiesAreReadAsMeant(String written, String meant) {
        assertThat(onlyVcenter(COMPLETE + "ip-family = " + written).ipFamilies())
                .isEqualTo(
                        Arrays.stream(meant.split(" ")).map(IpFamily::valueOf).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ipv7", "ipv4,ipv7", "4"})
    @Conforms("VC05")
    void anUnknownFamilyIsAnError(String written) {
        assertThat(problems(COMPLETE + "ip-family = " + written))
                .singleElement()
                .asString()
                .startsWith("E ");
    }

    @Test
    void aSecretNeedsNameAndNamespace() {
        assertThat(problems("[Global]\nsecret-name = s\n[VirtualCenter \"vc\"]"))
                .filteredOn(line -> line.startsWith("E"))
                .singleElement()
                .asString()
                .startsWith("E c.ini:3:1: VirtualCenter \"vc\".user: found no credentials");
        assertThat(onlyVcenter(
                                "[Global]\nsecret-name = s\nsecret-namespace = n\n[VirtualCenter \"vc\"]\nsecret-name = t")
                        .credentials())
                .isEqualTo(new KubernetesSecret("n", "s"));
        assertThat(onlyVcenter("[Global]\nserver = vc\nsecret-name = s\nsecret-namespace = n")
                        .credentials())
                .isEqualTo(new KubernetesSecret("n", "s"));
    }

    @ParameterizedTest
    @EnumSource(
            value = CloudConfigKey.class,
            names = {
                "INTERNAL_CIDR",
                "EXTERNAL_CIDR",
                "INTERNAL_NETWORK",
                "EXTERNAL_NETWORK",
                "EXCLUDE_INTERNAL_CIDR",
                "EXCLUDE_EXTERNAL_CIDR"
            })
    void everyNodeRuleIsRead(CloudConfigKey key) {
        RawConfig config = raw(COMPLETE + "[Nodes]\n" + key.ini() + " = \"192.0.2.0/24,fe80::1/128\"");

        assertThat(config.section(CloudConfigSection.NODES).text(key)).contains("192.0.2.0/24,fe80::1/128");
    }

    @ParameterizedTest
    @CsvSource({"zone,", ",region"})
    void zonesAreOffWithoutBothLabels(String zone, String region) {
        String labels = "[Labels]\n" + (zone == null ? "" : "zone = z\n") + (region == null ? "" : "region = r\n");

        assertThat(accepted(COMPLETE + labels).labels().topology()).isEmpty();
        assertThat(accepted(COMPLETE + "[Labels]\nzone = z\nregion = r")
                        .labels()
                        .topology())
                .isPresent();
    }

    @Test
    @Conforms("VC02")
    void theBasicFixtureIsRead() {
        for (String text : List.of(BASIC_INI, BASIC_YAML)) {
            VcenterConfig vcenter = onlyVcenter(text);

            assertThat(vcenter.server()).isEqualTo("0.0.0.0");
            assertThat(vcenter.datacenters()).containsExactly("us-west");
            assertThat(vcenter.connection().tls().caFiles()).isEqualTo(Reading.caFiles("/some/path/to/a/ca.pem"));
            assertThat(vcenter.connection().tls().insecure()).isTrue();
            assertThat(vcenter.credentials()).isEqualTo(new Inline("user", new Secret("password")));
        }
    }

    @Test
    @Conforms("VC03")
    void theFixtureOfThreeVcentersIsRead() {
        for (String text : List.of(THREE_INI, THREE_YAML)) {
            assertThat(Reading.clean(text).vcenters())
                    .extracting(VcenterConfig::name, VcenterConfig::server, VcenterConfig::credentials)
                    .containsExactly(
                            tuple("tenant1", "10.0.0.1", new KubernetesSecret("kube-system", "tenant1-secret")),
                            tuple("tenant2", "10.0.0.2", new KubernetesSecret("kube-system", "tenant2-secret")),
                            tuple("10.0.0.3", "10.0.0.3", new KubernetesSecret("kube-system", "eu-secret")));
        }
    }

    @Test
    @Conforms("VC06")
    void theFixturesOfNodesAreRead() {
        var expected = new NodeNetworks(
                subnets("192.0.2.0/24"),
                subnets("198.51.100.0/24"),
                subnets("192.0.2.0/24", "fe80::1/128"),
                subnets("192.1.2.0/24", "fe80::2/128"),
                "Internal K8s Traffic",
                "External/Outbound Traffic");

        assertThat(Reading.clean(BASIC_INI + NODES_INI).nodes().networks()).isEqualTo(expected);
        assertThat(Reading.clean(BASIC_YAML + NODES_YAML).nodes().networks()).isEqualTo(expected);
    }

    /// cloud-provider-vsphere (Go) joins the errors of both parsers in each case.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|E c.yaml: found an empty file",
                "global:\\n\\tserver: x|E c.yaml:2:1: not YAML",
                "[Global\\nserver = x|E c.ini:1:8: Global: not INI",
                "just some words|E c.yaml:1:1: found a plain value",
                "global: {user: u, password: p}|E c.yaml: found no vCenter",
                "[Global]\\nuser = u\\npassword = p|E c.ini: found no vCenter"
            })
    void problemsComeFromOneParserOnly(String text, String expected) {
        assertThat(problems(text.replace("\\n", "\n").replace("\\t", "\t")))
                .allMatch(line -> line.startsWith(expected.substring(0, 5)))
                .first()
                .asString()
                .startsWith(expected);
    }

    private static final String BASIC_INI = """
            [Global]
            server = 0.0.0.0
            port = 443
            user = user
            password = password
            insecure-flag = true
            datacenters = us-west
            ca-file = /some/path/to/a/ca.pem
            """;

    private static final String BASIC_YAML = """
            global:
              server: 0.0.0.0
              port: 443
              user: user
              password: password
              insecureFlag: true
              datacenters: [us-west]
              caFile: /some/path/to/a/ca.pem
            """;

    private static final String NODES_INI = """
            [Nodes]
            internal-network-subnet-cidr = "192.0.2.0/24"
            external-network-subnet-cidr = "198.51.100.0/24"
            internal-vm-network-name = "Internal K8s Traffic"
            external-vm-network-name = "External/Outbound Traffic"
            exclude-internal-network-subnet-cidr = "192.0.2.0/24,fe80::1/128"
            exclude-external-network-subnet-cidr = "192.1.2.0/24,fe80::2/128"
            """;

    private static final String NODES_YAML = """
            nodes:
              internalNetworkSubnetCidr: 192.0.2.0/24
              externalNetworkSubnetCidr: 198.51.100.0/24
              internalVmNetworkName: Internal K8s Traffic
              externalVmNetworkName: External/Outbound Traffic
              excludeInternalNetworkSubnetCidr: 192.0.2.0/24,fe80::1/128
              excludeExternalNetworkSubnetCidr: 192.1.2.0/24,fe80::2/128
            """;

    private static final String THREE_INI = """
            [Global]
            port = 443
            insecure-flag = true

            [VirtualCenter "tenant1"]
            server = "10.0.0.1"
            datacenters = "vic0dc"
            secret-name = "tenant1-secret"
            secret-namespace = "kube-system"
            # port and insecure-flag come from Global

            [VirtualCenter "tenant2"]
            server = "10.0.0.2"
            secret-name = "tenant2-secret"
            secret-namespace = "kube-system"

            [VirtualCenter "10.0.0.3"]
            secret-name = "eu-secret"
            secret-namespace = "kube-system"
            """;

    private static final String THREE_YAML = """
            global: {port: 443, insecureFlag: true}
            vcenter:
              tenant1: {server: 10.0.0.1, secretName: tenant1-secret, secretNamespace: kube-system}
              tenant2: {server: 10.0.0.2, secretName: tenant2-secret, secretNamespace: kube-system}
              10.0.0.3: {server: 10.0.0.3, secretName: eu-secret, secretNamespace: kube-system}
            """;

    private static RawConfig raw(String text) {
        return ConfigText.of("c.ini", text, Dialect.INI)
                .read(CloudConfigTable.TABLE, new Problems())
                .orElseThrow();
    }

    private static List<Subnet> subnets(String... written) {
        return Arrays.stream(written)
                .flatMap(text -> Subnet.parse(text).stream())
                .toList();
    }
}
