package dev.vspherecloud.ccm.domain.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.ip.IpFamily;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeIpFilterTest {
    @ParameterizedTest(name = "{0}: {1} of {2}")
    @CsvSource(delimiter = '|', textBlock = """
            is alone                      | 10.1.0.5         | Hostname=w InternalIP=10.1.0.5                         | InternalIP=10.1.0.5 Hostname=w
            leaves other types            | 10.1.0.5         | Hostname=w InternalIP=10.1.0.5 ExternalIP=203.0.113.7  | InternalIP=10.1.0.5 Hostname=w ExternalIP=203.0.113.7
            drops others of its type      | 10.1.0.5         | InternalIP=10.1.0.4 InternalIP=10.1.0.5                | InternalIP=10.1.0.5
            drops the other family too    | 10.1.0.5         | InternalIP=10.1.0.5 ExternalIP=10.1.0.7 InternalIP=fd00::5 ExternalIP=fd00::7 | InternalIP=10.1.0.5 ExternalIP=10.1.0.7 ExternalIP=fd00::7
            may be of two types           | 10.1.0.5         | InternalIP=10.1.0.5 ExternalIP=10.1.0.5 InternalIP=fd00::5 ExternalIP=fd00::5 Hostname=w | InternalIP=10.1.0.5 ExternalIP=10.1.0.5 Hostname=w
            may be external               | 203.0.113.7      | InternalIP=10.1.0.5 ExternalIP=203.0.113.7             | ExternalIP=203.0.113.7 InternalIP=10.1.0.5
            is found as mapped            | 10.1.0.5         | InternalIP=::ffff:10.1.0.5                             | InternalIP=::ffff:10.1.0.5
            is found in another spelling  | fd00::5          | InternalIP=FD00:0:0::5                                 | InternalIP=FD00:0:0::5
            keeps the text                | 1.2.3.4          | InternalIP=01.2.3.004                                  | InternalIP=01.2.3.004
            may be a host name            | 10.1.0.5         | Hostname=10.1.0.5 InternalIP=10.1.0.5 ExternalIP=10.1.0.7 | Hostname=10.1.0.5 InternalIP=10.1.0.5 ExternalIP=10.1.0.7
            is no part of a DNS name      | 10.1.0.5         | InternalDNS=10.1.0.5.example InternalIP=10.1.0.5       | InternalIP=10.1.0.5 InternalDNS=10.1.0.5.example
            a pair, in its order          | fd00::5,10.1.0.5 | InternalIP=10.1.0.5 InternalIP=fd00::5 Hostname=w      | InternalIP=fd00::5 InternalIP=10.1.0.5 Hostname=w
            none                          |                  | Hostname=w InternalIP=10.1.0.5                         | Hostname=w InternalIP=10.1.0.5
            """)
    void putsTheNodeIpFirst(String situation, @Nullable String nodeIps, String chosen, String expected) {
        NodeIpFilter filter = NodeIpFilter.apply(ips(nodeIps), addresses(chosen));

        assertThat(filter.addresses()).isEqualTo(addresses(expected));
        assertThat(filter.isSatisfied(List.of())).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            10.1.0.9         | Hostname=w InternalIP=10.1.0.5 | 10.1.0.9
            0.0.0.0          | Hostname=w InternalIP=10.1.0.5 | 0.0.0.0
            10.1.0.5,fd00::9 | Hostname=w InternalIP=10.1.0.5 | fd00::9
            10.1.0.9,fd00::9 | Hostname=w InternalIP=10.1.0.5 | 10.1.0.9,fd00::9
            """)
    void saysWhichNodeIpsAreNotThere(String nodeIps, String chosen, String unmatched) {
        NodeIpFilter filter = NodeIpFilter.apply(ips(nodeIps), addresses(chosen));

        assertThat(filter.unmatched()).isEqualTo(ips(unmatched));
        assertThat(filter.isSatisfied(List.of())).isFalse();
    }

    @Test
    void oneOfTwoNodeIpsMayBeMissingIfItsFamilyIs() {
        NodeIpFilter filter = NodeIpFilter.apply(ips("10.1.0.5,fd00::9"), addresses("InternalIP=10.1.0.5"));

        assertThat(filter.isSatisfied(List.of(IpFamily.IPV6))).isTrue();
        assertThat(filter.isSatisfied(List.of(IpFamily.IPV4))).isFalse();
    }

    @Test
    void theOnlyNodeIpMustNotBeMissing() {
        NodeIpFilter filter = NodeIpFilter.apply(ips("fd00::9"), addresses("InternalIP=10.1.0.5"));

        assertThat(filter.isSatisfied(List.of(IpFamily.IPV6))).isFalse();
    }

    private static List<InetAddress> ips(@Nullable String list) {
        return list == null
                ? List.of()
                : Arrays.stream(list.split(",")).map(InetAddress::ofLiteral).toList();
    }

    private static List<NodeAddress> addresses(String list) {
        return Arrays.stream(list.split(" "))
                .map(word -> word.split("="))
                .map(parts -> new NodeAddress(NodeAddress.Type.parse(parts[0]).orElseThrow(), parts[1]))
                .toList();
    }
}
