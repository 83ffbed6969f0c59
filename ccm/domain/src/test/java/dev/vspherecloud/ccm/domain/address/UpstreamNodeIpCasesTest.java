package dev.vspherecloud.ccm.domain.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The test cases of kubernetes/cloud-provider (node/helpers) and kubernetes/component-helpers (node/util),
/// with the numbers that this project gives them. `I` is an internal address, `E` an external one, `H` the host
/// name, `ID` and `ED` are DNS names.
class UpstreamNodeIpCasesTest {
    @ParameterizedTest(name = "{0}: {1} of {2}")
    @Conforms("H10 H11 H12 H13 H14 H15 H16 H17 H18 H19 H20 H21 H22 H23")
    @CsvSource(delimiter = '|', textBlock = """
            H10 | 10.1.1.1 | I=10.1.1.1 H=n | I=10.1.1.1 H=n
            H11 | 55.55.55.55 | I=10.1.1.1 E=55.55.55.55 H=n | E=55.55.55.55 I=10.1.1.1 H=n
            H12 | 55.55.55.55 | I=55.55.55.55 E=55.55.55.55 I=44.44.44.44 E=44.44.44.44 H=n | I=55.55.55.55 E=55.55.55.55 H=n
            H13 | 10.1.1.1 | I=10.1.1.1 E=55.55.55.55 ID=n.int ED=n.ext H=n | I=10.1.1.1 E=55.55.55.55 ID=n.int ED=n.ext H=n
            H14 | 10.1.1.1 | I=10.1.1.1 I=10.2.2.2 I=10.3.3.3 E=55.55.55.55 H=n | I=10.1.1.1 E=55.55.55.55 H=n
            H15 | 10.1.1.1 | E=55.55.55.55 H=n | not there: 10.1.1.1
            H16 | 2600:1f14:1d4:d101::ba3d | I=10.1.1.1 I=2600:1f14:1d4:d101:0:0:0:ba3d H=n | I=2600:1f14:1d4:d101:0:0:0:ba3d H=n
            H17 | 10.1.1.1,fc01:1234::5678 | I=10.1.1.1 H=n | not there: fc01:1234:0:0:0:0:0:5678
            H18 | 10.1.1.1,fc01:1234::5678 | I=10.1.1.1 I=fc01:1234::5678 H=n | I=10.1.1.1 I=fc01:1234::5678 H=n
            H19 | 10.1.1.1,fc01:1234::5678 | I=fc01:1234::5678 I=10.1.1.1 H=n | I=10.1.1.1 I=fc01:1234::5678 H=n
            H20 | 10.1.1.1,fc01:1234::5678 | I=10.1.1.1 I=10.1.1.2 I=fc01:1234::1234 I=fc01:1234::5678 H=n | I=10.1.1.1 I=fc01:1234::5678 H=n
            H21 | 10.1.1.1,fc01:1234::5678 | I=10.1.1.1 E=55.55.55.55 I=fc01:1234::1234 I=fc01:1234::5678 H=n | I=10.1.1.1 I=fc01:1234::5678 E=55.55.55.55 H=n
            H22 | fc01:1234::5678,10.1.1.1 | I=10.1.1.1 I=fc01:1234::5678 E=55.55.55.55 E=2001:db1::1 H=n | I=fc01:1234::5678 I=10.1.1.1 E=55.55.55.55 E=2001:db1::1 H=n
            H23 | 55.55.55.55,fc01:1234::5678 | I=10.1.1.1 I=fc01:1234::5678 E=55.55.55.55 E=2001:db1::1 H=n | E=55.55.55.55 I=fc01:1234::5678 H=n
            """)
    void choosesByTheNodeIp(String id, String nodeIps, String cloud, String expected) {
        List<InetAddress> wanted =
                Arrays.stream(nodeIps.split(",")).map(InetAddress::ofLiteral).toList();

        NodeIpFilter filter = NodeIpFilter.apply(wanted, addresses(cloud));

        assertThat(inShort(filter)).as(id).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}: \"{1}\"")
    @Conforms("H50 H51 H52 H53 H54 H55 H56 H57 H58 H59 H60 H61 H62 H63 H64 H65 H66 H67 H68 H69")
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "H50||malformed",
                "H51|' '|malformed",
                "H52|blah|malformed",
                "H53|1.2.3.4|1.2.3.4",
                "H54| 1.2.3.4   |malformed",
                "H55|01.2.3.004|1.2.3.4",
                "H56|1.2.3|malformed",
                "H57|1.2.3.0/24|malformed",
                "H58|0.0.0.0|0.0.0.0",
                "H59|1.2.3.4,not-an-IPv6-address|malformed",
                "H60|abcd::ef01|abcd:0:0:0:0:0:0:ef01",
                "H61|abcd:0abc:00ab:0000:0000::1|abcd:abc:ab:0:0:0:0:1",
                "H62|1.2.3.4,abcd::ef01|1.2.3.4 abcd:0:0:0:0:0:0:ef01",
                "H63|abcd::ef01 , 1.2.3.4|malformed",
                "H64|1.2.3.4,5.6.7.8|malformed",
                "H65|abcd::1,abcd::2|malformed",
                "H66|1.2.3.4,::|malformed",
                "H67|0.0.0.0,abcd::1|malformed",
                "H68|abcd::ef01 , 1.2.3.4, something else|malformed",
                "H69|1.2.3.4,abcd::1,5.6.7.8|malformed",
            })
    void readsTheAnnotation(String id, @Nullable String annotation, String expected) {
        String read =
                switch (ProvidedNodeIps.parse(annotation == null ? "" : annotation)) {
                    case ProvidedNodeIps.Listed(List<InetAddress> ips) ->
                        ips.stream().map(InetAddress::getHostAddress).collect(Collectors.joining(" "));
                    case ProvidedNodeIps.Malformed _ -> "malformed";
                    case ProvidedNodeIps.None() -> "none";
                };

        assertThat(read).as(id).isEqualTo(expected);
    }

    private static String inShort(NodeIpFilter filter) {
        return filter.unmatched().isEmpty()
                ? filter.addresses().stream()
                        .map(address -> key(address.type()) + "=" + address.text())
                        .collect(Collectors.joining(" "))
                : "not there: "
                        + filter.unmatched().stream()
                                .map(InetAddress::getHostAddress)
                                .collect(Collectors.joining(" "));
    }

    private static List<NodeAddress> addresses(String list) {
        return Arrays.stream(list.split(" "))
                .map(word -> word.split("="))
                .map(parts -> new NodeAddress(type(parts[0]), parts[1]))
                .toList();
    }

    private static NodeAddress.Type type(String key) {
        return Arrays.stream(NodeAddress.Type.values())
                .filter(type -> key(type).equals(key))
                .findFirst()
                .orElseThrow();
    }

    private static String key(NodeAddress.Type type) {
        return switch (type) {
            case HOSTNAME -> "H";
            case INTERNAL_IP -> "I";
            case EXTERNAL_IP -> "E";
            case INTERNAL_DNS -> "ID";
            case EXTERNAL_DNS -> "ED";
        };
    }
}
