package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Compares with cloud-provider-vsphere (Go): each row is a behaviour that was found in its source or in a run.
///
/// Columns: the input (`^` is a new line), the result of cloud-provider-vsphere (Go), the result of this
/// project ([EffectiveConfigText]), and the number of warnings, or of problems after a refusal. The results
/// differ only if cloud-provider-vsphere (Go) refuses a clear setting, crashes, or continues with a
/// configuration that cannot work.
class SameAsGoTest {
    private static final String VC = "vcenter: {x: {server: vc, user: u, password: p}}\n";

    /// Format and order of parsing, YAML. For INI and the detection of the format, see the tests of their
    /// readers.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``                                              | refused      | refused     | 1
            VC^---^vcenter: {y: {server: z}}                | first counts | x=vc u/p    | 1
            global: {port: 1}^Global: {port: 2}^VC          | Global is unknown | x=vc:1 u/p | 1
            {"vcenter": {"x": {"server": "vc", "user": "u", "password": "p"}}} | same | x=vc u/p | 0
            """)
    @Conforms("VC01")
    void formatIsAsInGo(String input, String go, String expected, int problems) {
        check(input, go, expected, problems);
    }

    /// Unknown keys, duplicates, case, and the forms of values, YAML.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            VC^global: {colour: red}                        | ignored      | x=vc u/p        | 1
            VC^colours: {red: 1}                            | ignored      | x=vc u/p        | 1
            VC^global: {tenantref: t, secretref: s}         | no use       | x=vc u/p        | 2
            VC^global: {Port: 1}                            | ignored      | x=vc u/p        | 1
            VC^global: {ca-file: /a.pem}                    | ignored      | x=vc u/p        | 1
            VC^global: {port: 1, port: 2}                   | last wins    | x=vc:2 u/p      | 1
            VC^global: {port: 1}^global: {port: 2}          | last wins    | x=vc:2 u/p      | 1
            VC^global: {insecureFlag: true}                 | true         | x=vc u/p insecure | 0
            VC^global: {insecureFlag: yes}                  | true         | x=vc u/p insecure | 0
            VC^global: {insecureFlag: on}                   | true         | x=vc u/p insecure | 0
            VC^global: {insecureFlag: off}                  | false        | x=vc u/p        | 0
            VC^global: {insecureFlag: 1}                    | refused      | x=vc u/p insecure | 1
            VC^global: {insecureFlag: "true"}               | refused      | x=vc u/p insecure | 1
            VC^global: {insecureFlag: maybe}                | refused      | refused         | 1
            VC^global: {port: 8443}                         | 8443         | x=vc:8443 u/p   | 0
            VC^global: {port: "8443"}                       | refused      | x=vc:8443 u/p   | 1
            VC^global: {port: -1}                           | refused      | refused         | 1
            VC^global: {port: 70000}                        | never connects | refused       | 1
            vcenter: {x: {server: vc, user: 0123, password: yes}} | as text | x=vc 0123/yes  | 0
            VC^global: {datacenters: [a, b]}                | a, b         | x=vc u/p datacenters=a,b | 0
            VC^global: {datacenters: a}                     | refused      | x=vc u/p datacenters=a | 1
            VC^global: {datacenters: ["dc1,dc2", dc3]}      | all three    | x=vc u/p datacenters=dc1,dc2,dc3 | 0
            VC^global: {ipFamily: ipv6}                     | refused      | x=vc u/p families=IPv6 | 1
            """)
    void formsAreAsInGo(String input, String go, String expected, int problems) {
        check(input, go, expected, problems);
    }

    /// Every key of `global`, here for the vCenter that `global.server` defines.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            global: {server: vc, user: u, password: p}      | a vCenter of its name | vc=vc u/p | 0
            GLOBAL, port: 0}                                | 443          | vc=vc u/p       | 0
            GLOBAL, port: 8443}                             | 8443         | vc=vc:8443 u/p  | 0
            GLOBAL, insecureFlag: true}                     | insecure     | vc=vc u/p insecure | 0
            GLOBAL, datacenters: [a]}                       | a            | vc=vc u/p datacenters=a | 0
            GLOBAL, soapRoundtripCount: 7}                  | no effect    | vc=vc u/p       | 1
            GLOBAL, caFile: /a.pem}                         | that file    | vc=vc u/p ca=/a.pem | 0
            GLOBAL, caFile: "/a.pem:/b.pem"}                | both         | vc=vc u/p ca=/a.pem,/b.pem | 0
            GLOBAL, thumbprint: SHA}                        | that one     | vc=vc u/p thumbprints=SHA | 0
            GLOBAL, secretName: s, secretNamespace: ns}     | the Secret   | vc=vc secret=ns/s | 2
            GLOBAL, secretsDirectory: /there}               | the directory | vc=vc directory=/there | 2
            GLOBAL, apiDisable: true}                       | no effect    | vc=vc u/p       | 1
            GLOBAL, apiBinding: ":1"}                       | no effect    | vc=vc u/p       | 1
            GLOBAL, ipFamily: [ipv6]}                       | ipv6         | vc=vc u/p families=IPv6 | 0
            GLOBAL, ipFamily: [ipv6, ipv4]}                 | with a gate  | vc=vc u/p families=IPv6,IPv4 | 0
            """)
    @Conforms("VC02")
    void globalKeysAreAsInGo(String input, String go, String expected, int problems) {
        check(input, go, expected, problems);
    }

    /// Every key of a vCenter: own, inherited, and own over inherited.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            global: {server: g}^vcenter: {x: {user: u, password: p}}        | refused | refused | 2
            global: {user: u, password: p}^vcenter: {x: {server: vc}}       | inherited | x=vc u/p | 0
            global: {user: u, password: p}^vcenter: {x: {server: vc, user: o}} | own user | x=vc o/p | 0
            global: {port: 1}^VC                                            | inherited | x=vc:1 u/p | 0
            global: {port: 1}^OWN, port: 2}}                                | own       | x=vc:2 u/p | 0
            global: {port: 1}^OWN, port: 0}}                                | inherited | x=vc:1 u/p | 0
            global: {insecureFlag: true}^VC                                 | or-ed     | x=vc u/p insecure | 0
            global: {insecureFlag: true}^OWN, insecureFlag: false}}         | true      | x=vc u/p insecure | 1
            OWN, insecureFlag: true}}                                       | own       | x=vc u/p insecure | 0
            global: {datacenters: [a]}^VC                                   | inherited | x=vc u/p datacenters=a | 0
            global: {datacenters: [a]}^OWN, datacenters: [b]}}              | own       | x=vc u/p datacenters=b | 0
            global: {caFile: /a.pem}^VC                                     | inherited | x=vc u/p ca=/a.pem | 0
            global: {caFile: /a.pem}^OWN, caFile: /b.pem}}                  | own       | x=vc u/p ca=/b.pem | 0
            global: {thumbprint: SHA}^VC                                    | inherited | x=vc u/p thumbprints=SHA | 0
            OWN, thumbprint: SHA}}                                          | own       | x=vc u/p thumbprints=SHA | 0
            OWN, soapRoundtripCount: 1}}                                    | no effect | x=vc u/p | 1
            OWN, secretName: s}}                                            | ignored   | x=vc u/p | 1
            OWN, secretNamespace: ns}}                                      | ignored   | x=vc u/p | 1
            vcenter: {x: {server: vc, secretName: s, secretNamespace: ns}}  | its own   | x=vc secret=ns/s | 0
            global: {ipFamily: [ipv6]}^VC                                   | inherited | x=vc u/p families=IPv6 | 0
            global: {ipFamily: [ipv6]}^OWN, ipFamily: [ipv4]}}              | own       | x=vc u/p | 0
            """)
    @Conforms("VC03 VC10")
    void vcenterKeysAreAsInGo(String input, String go, String expected, int problems) {
        check(input, go, expected, problems);
    }

    /// Labels, nodes and the sections of other readers.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            VC^labels: {zone: z, region: r}                 | both         | x=vc u/p; zone=z region=r | 0
            VC^labels: {zone: z}                            | off          | x=vc u/p        | 1
            VC^labels: {region: r}                          | off          | x=vc u/p        | 1
            VC^labels: {region: r, partial: true}           | off          | x=vc u/p; zone=- region=r | 0
            VC^labels: {zone: z, partial: true}             | off          | x=vc u/p; zone=z region=- | 0
            VC^labels: {partial: true}                      | off          | x=vc u/p        | 0
            VC^nodes: {internalNetworkSubnetCidr: "10.0.0.0/8,fd00::/8"} | both | x=vc u/p; internal=10.0.0.0/8,fd00::/8 | 0
            VC^nodes: {externalNetworkSubnetCidr: 10.0.0.0/8} | it         | x=vc u/p; external=10.0.0.0/8 | 0
            VC^nodes: {excludeInternalNetworkSubnetCidr: 10.0.0.0/8} | it  | x=vc u/p; -internal=10.0.0.0/8 | 0
            VC^nodes: {excludeExternalNetworkSubnetCidr: 10.0.0.0/8} | it  | x=vc u/p; -external=10.0.0.0/8 | 0
            VC^nodes: {internalVmNetworkName: PG a}         | it           | x=vc u/p; internalNetwork=PG a | 0
            VC^nodes: {externalVmNetworkName: PG a}         | it           | x=vc u/p; externalNetwork=PG a | 0
            VC^nodes: {internalNetworkSubnetCidr: "10.0.0.0/8, 11.0.0.0/8"} | no address ever | x=vc u/p; internal=10.0.0.0/8,11.0.0.0/8 | 0
            VC^nodes: {internalNetworkSubnetCidr: "10.0.0.0/8,"} | no address ever | x=vc u/p; internal=10.0.0.0/8 | 0
            VC^nodes: {internalNetworkSubnetCidr: 10.1.1.1/8} | masked     | x=vc u/p; internal=10.0.0.0/8 | 1
            VC^nodes: {internalNetworkSubnetCidr: 10.0.0.0/08} | 8         | x=vc u/p; internal=10.0.0.0/8 | 0
            VC^nodes: {internalNetworkSubnetCidr: 10.0/8}   | no address ever | refused      | 1
            VC^nodes: {internalNetworkSubnetCidr: ten}      | no address ever | refused      | 1
            VC^nodes: {internalNetworkSubnetCidr: [10.0.0.0/8, 11.0.0.0/8]} | refused | x=vc u/p; internal=10.0.0.0/8,11.0.0.0/8 | 0
            VC^nsxt: {user: a}^loadBalancer: {size: S}^loadBalancerClass: {x: {}}^route: {routerPath: r} | others' | x=vc u/p | 4
            """)
    @Conforms("VC06")
    void labelsAndNodesAreAsInGo(String input, String go, String expected, int problems) {
        check(input, go, expected, problems);
    }

    /// Validation. [CredentialsRuleTest] tests the order of the sources of credentials.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            labels: {zone: z, region: r}                    | no vCenter   | refused         | 1
            vcenter: {x: {user: u, password: p}}            | invalid vCenter | refused      | 1
            vcenter: {x: {server: vc, password: p}}         | no username  | refused         | 1
            vcenter: {x: {server: vc, user: u}}             | no password  | refused         | 1
            VC^global: {ipFamily: [ipv6, IPv4, ipv9]}       | no address ever | refused      | 1
            VC^global: {ipFamily: [IPv6]}                   | no address ever | x=vc u/p families=IPv6 | 0
            VC^global: {ipFamily: [" ipv6 "]}               | no address ever | x=vc u/p families=IPv6 | 0
            VC^global: {ipFamily: ["", ipv4]}               | no address ever | x=vc u/p     | 0
            VC^global: {ipFamily: [ipv4, ipv4]}             | with a gate  | x=vc u/p        | 0
            vcenter:^global: {server: vc, user: u, password: p} | panic    | vc=vc u/p       | 0
            vcenter: {10.0.0.1: }                           | panic        | refused         | 2
            vcenter: {x: }^global: {user: u, password: p}   | panic        | refused         | 1
            global:^VC                                      | same         | x=vc u/p        | 0
            global: {server: VC, user: u, password: p}^vcenter: {x: {server: vc}} | two connections | x=vc u/p | 1
            global: {server: x, user: u, password: p}^vcenter: {x: {server: vc}} | one | x=vc u/p | 0
            global:^\tserver: vc                            | INI header error | refused     | 1
            """)
    @Conforms("VC01 VC09")
    void validationIsAsInGo(String input, String go, String expected, int problems) {
        check(input, go, expected, problems);
    }

    /// Environment, by default. A variable that has an effect in cloud-provider-vsphere (Go) has it here, and
    /// one without effect is a warning. File: `SHARED`.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            VSPHERE_VCENTER=y                               | no effect    | x=vc u/p        | 1
            VSPHERE_USER=v                                  | no effect    | x=vc u/p        | 1
            VSPHERE_PASSWORD=v                              | no effect    | x=vc u/p        | 1
            VSPHERE_DATACENTER=v                            | no effect    | x=vc u/p        | 1
            VSPHERE_ROUNDTRIP_COUNT=1                       | no effect    | x=vc u/p        | 1
            VSPHERE_INSECURE=true                           | no effect    | x=vc u/p        | 1
            VSPHERE_CAFILE=/a.pem                           | no effect    | x=vc u/p        | 1
            VSPHERE_THUMBPRINT=SHA                          | no effect    | x=vc u/p        | 1
            VSPHERE_API_DISABLE=true                        | no effect    | x=vc u/p        | 1
            VSPHERE_API_BINDING=:1                          | no effect    | x=vc u/p        | 1
            VSPHERE_VCENTER_PORT=8443                       | a vCenter named 8443 | x=vc u/p | 1
            VSPHERE_SECRET_NAME=s VSPHERE_SECRET_NAMESPACE=ns | not for a user | x=vc u/p    | 2
            VSPHERE_SECRETS_DIRECTORY=/there                | not for a user | x=vc u/p      | 1
            VSPHERE_LABEL_ZONE=z VSPHERE_LABEL_REGION=r     | both         | x=vc u/p; zone=z region=r | 0
            VSPHERE_NODES_INTERNAL_NETWORK_SUBNET_CIDR=10.0.0.0/8 | it     | x=vc u/p; internal=10.0.0.0/8 | 0
            VSPHERE_NODES_EXTERNAL_NETWORK_SUBNET_CIDR=10.0.0.0/8 | it     | x=vc u/p; external=10.0.0.0/8 | 0
            VSPHERE_NODES_INTERNAL_VM_NETWORK_NAME=pg       | it           | x=vc u/p; internalNetwork=pg | 0
            VSPHERE_NODES_EXTERNAL_VM_NETWORK_NAME=pg       | it           | x=vc u/p; externalNetwork=pg | 0
            VSPHERE_VCENTER_A=y                             | family `` `` | x=vc u/p + y=y u/p | 0
            VSPHERE_VCENTER_A=x                             | in its place | x=x u/p         | 0
            VSPHERE_VCENTER_A=y VCENTER_A_SERVER=z          | y is the name | x=vc u/p + y=z u/p | 0
            VSPHERE_VCENTER_A=y VCENTER_A_USERNAME=v VCENTER_A_PASSWORD=w | they | x=vc u/p + y=y v/w | 0
            VSPHERE_VCENTER_A=y VSPHERE_USER=v              | for y        | x=vc u/p + y=y v/p | 1
            VSPHERE_VCENTER_A=y VSPHERE_PASSWORD=v          | for y        | x=vc u/p + y=y u/v | 1
            VSPHERE_VCENTER_A=y VCENTER_A_PORT=8443         | it           | x=vc u/p + y=y:8443 u/p | 0
            VSPHERE_VCENTER_A=y VSPHERE_VCENTER_PORT=8443   | for y        | x=vc u/p + y=y:8443 u/p | 1
            VSPHERE_VCENTER_A=y VCENTER_A_PORT=http         | never connects | x=vc u/p + y=y u/p | 1
            VSPHERE_VCENTER_A=y VCENTER_A_INSECURE=true     | false        | x=vc u/p + y=y u/p | 1
            VSPHERE_VCENTER_A=y VCENTER_A_DATACENTERS=a,b   | they         | x=vc u/p + y=y u/p datacenters=a,b | 0
            VSPHERE_VCENTER_A=y VSPHERE_DATACENTER=a        | for y        | x=vc u/p + y=y u/p datacenters=a | 1
            VSPHERE_VCENTER_A=y VCENTER_A_ROUNDTRIP=1       | no effect    | x=vc u/p + y=y u/p | 1
            VSPHERE_VCENTER_A=y VCENTER_A_CAFILE=/a.pem     | it           | x=vc u/p + y=y u/p ca=/a.pem | 0
            VSPHERE_VCENTER_A=y VSPHERE_CAFILE=/a.pem       | for y        | x=vc u/p + y=y u/p ca=/a.pem | 1
            VSPHERE_VCENTER_A=y VCENTER_A_THUMBPRINT=SHA    | it           | x=vc u/p + y=y u/p thumbprints=SHA | 0
            VSPHERE_VCENTER_A=y VCENTER_A_SECRET_NAME=s VCENTER_A_SECRET_NAMESPACE=ns | they | x=vc u/p + y=y secret=ns/s | 0
            VSPHERE_VCENTER_A=y VCENTER_A_SECRET_NAME=s     | ignored      | x=vc u/p + y=y u/p | 1
            VSPHERE_VCENTER_A=y VCENTER_A_IP_FAMILY=ipv6    | ipv4         | x=vc u/p + y=y u/p | 1
            VSPHERE_VCENTER_A=y VCENTER_A_PASSWORD=a=b      | ignored      | x=vc u/p + y=y u/p | 1
            VSPHERE_VCENTER_A=y=z                           | ignored      | x=vc u/p        | 1
            VCENTER_A_USERNAME=v                            | ignored      | x=vc u/p        | 1
            VSPHERE_VCENTER_A=y VCENTER_A_USERNMAE=v        | ignored      | x=vc u/p + y=y u/p | 1
            VSPHERE_LABEL_ZONES=z                           | ignored      | x=vc u/p        | 1
            """)
    @Conforms("VC07")
    void environmentIsAsInGo(String variables, String go, String expected, int problems) {
        checkEnvironment(
                "global: {user: u, password: p}\nvcenter: {x: {server: vc}}", variables, go, expected, problems);
    }

    /// Environment with `global.environmentOverrides`: every variable works as documented.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            VSPHERE_VCENTER=y                               | x=vc u/p + y=y u/p | 0
            VSPHERE_USER=v                                  | x=vc v/p        | 0
            VSPHERE_PASSWORD=a=b                            | x=vc u/a=b      | 0
            VSPHERE_DATACENTER=v                            | x=vc u/p datacenters=v | 0
            VSPHERE_ROUNDTRIP_COUNT=1                       | x=vc u/p        | 1
            VSPHERE_INSECURE=t                              | x=vc u/p insecure | 0
            VSPHERE_INSECURE=maybe                          | x=vc u/p        | 1
            VSPHERE_CAFILE=/a.pem                           | x=vc u/p ca=/a.pem | 0
            VSPHERE_THUMBPRINT=SHA                          | x=vc u/p thumbprints=SHA | 0
            VSPHERE_API_DISABLE=true                        | x=vc u/p        | 1
            VSPHERE_API_BINDING=:1                          | x=vc u/p        | 1
            VSPHERE_VCENTER_PORT=8443                       | x=vc:8443 u/p   | 0
            VSPHERE_VCENTER_PORT=http                       | x=vc u/p        | 1
            VSPHERE_SECRET_NAME=s VSPHERE_SECRET_NAMESPACE=ns | x=vc secret=ns/s | 2
            VSPHERE_SECRETS_DIRECTORY=/there                | x=vc directory=/there | 2
            VSPHERE_LABEL_ZONE=z VSPHERE_LABEL_REGION=r     | x=vc u/p; zone=z region=r | 0
            VSPHERE_VCENTER_A=y                             | x=vc u/p + y=y u/p | 0
            VSPHERE_VCENTER_A=y VSPHERE_USER=v              | x=vc v/p + y=y v/p | 0
            VSPHERE_VCENTER_A=y VCENTER_A_INSECURE=true     | x=vc u/p + y=y u/p insecure | 0
            VSPHERE_VCENTER_A=y VSPHERE_INSECURE=true VCENTER_A_INSECURE=false | x=vc u/p insecure + y=y u/p | 0
            VSPHERE_VCENTER_A=y VCENTER_A_ROUNDTRIP=1       | x=vc u/p + y=y u/p | 1
            VSPHERE_VCENTER_A=y VCENTER_A_IP_FAMILY=ipv6,ipv4 | x=vc u/p + y=y u/p families=IPv6,IPv4 | 0
            VSPHERE_VCENTER_A=y VCENTER_A_PASSWORD=a=b      | x=vc u/p + y=y u/a=b | 0
            """)
    void environmentWorksAsDocumentedIfEnabled(String variables, String expected, int problems) {
        checkEnvironment(
                "global: {user: u, password: p, environmentOverrides: true}\nvcenter: {x: {server: vc}}",
                variables,
                "documented",
                expected,
                problems);
    }

    private static void check(String input, String go, String expected, int problems) {
        String text = filled(input.replace("GLOBAL", "global: {server: vc, user: u, password: p")
                .replace("OWN", "vcenter: {x: {server: vc, user: u, password: p")
                .replace('^', '\n')
                .replace("VC\n", VC)
                .replaceAll("VC$", VC));
        compare(Reading.read(text), go, expected, problems);
    }

    private static void checkEnvironment(String text, String variables, String go, String expected, int problems) {
        Map<String, String> environment = new TreeMap<>();
        for (String variable : filled(variables).split(" ")) {
            List<String> pair = Arrays.asList(variable.split("=", 2));
            environment.put(pair.getFirst(), pair.getLast());
        }
        compare(Reading.read(text, environment), go, expected, problems);
    }

    private static void compare(ConfigResult result, String go, String expected, int problems) {
        assertThat(EffectiveConfigText.of(result))
                .as("in cloud-provider-vsphere (Go): %s", go)
                .isEqualTo(filled(expected));
        assertThat(Reading.lines(result)).hasSize(problems);
    }

    private static String filled(String text) {
        return text.replace("SHA", "01:23:45:67:89:AB:CD:EF:01:23:45:67:89:AB:CD:EF:01:23:45:67");
    }
}
