package dev.vspherecloud.ccm.domain.address;

import static dev.vspherecloud.ccm.domain.NodeFixtures.node;
import static dev.vspherecloud.ccm.domain.NodeFixtures.taintedNode;
import static dev.vspherecloud.domain.Fixtures.BIOS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProvidedNodeIpsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            10.1.0.5             | 10.1.0.5
            fd00::5              | fd00::5
            0.0.0.0              | 0.0.0.0
            ::                   | ::
            01.2.3.004           | 1.2.3.4
            010.0.0.08           | 10.0.0.8
            FD00:0:0:000::00005  | fd00::5
            ::ffff:10.1.0.5      | 10.1.0.5
            10.1.0.5,fd00::5     | 10.1.0.5 fd00::5
            fd00::5,10.1.0.5     | fd00::5 10.1.0.5
            ::ffff:10.1.0.5,fd00::5 | 10.1.0.5 fd00::5
            """)
    void readsOneAddressOrOneOfEachFamily(String annotation, String ips) {
        assertThat(ProvidedNodeIps.parse(annotation))
                .isEqualTo(new ProvidedNodeIps.Listed(Arrays.stream(ips.split(" "))
                        .map(InetAddress::ofLiteral)
                        .toList()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "node-1",
                "1.2.3",
                "1.2.3.4.5",
                "256.1.1.1",
                "10.1.0.5/24",
                "fd00::/64",
                " 10.1.0.5",
                "10.1.0.5 ",
                "10.1.0.5, fd00::5",
                "10.1.0.5 ,fd00::5",
                "10.1.0.5,",
                ",10.1.0.5",
                "10.1.0.5,,fd00::5",
                "10.1.0.5,10.1.0.6",
                "fd00::5,fd00::6",
                "10.1.0.5,::ffff:10.1.0.6",
                "10.1.0.5,fd00::5,10.1.0.6",
                "0.0.0.0,fd00::5",
                "10.1.0.5,::",
                "fe80::1%eth0",
                "[fd00::5]",
                "fd00::5::6",
                "12345::1",
            })
    void anythingElseIsMalformed(String annotation) {
        assertThat(ProvidedNodeIps.parse(annotation)).isEqualTo(new ProvidedNodeIps.Malformed(annotation));
    }

    @Test
    void areReadFromTheAnnotationOfTheNode() {
        assertThat(taintedNode().providedIps()).isEqualTo(new ProvidedNodeIps.None());
        assertThat(annotated("10.1.0.5"))
                .isEqualTo(new ProvidedNodeIps.Listed(List.of(InetAddress.ofLiteral("10.1.0.5"))));
        assertThat(annotated("")).isEqualTo(new ProvidedNodeIps.Malformed(""));
    }

    private static ProvidedNodeIps annotated(String text) {
        return node("", BIOS.toString(), true, Map.of("alpha.kubernetes.io/provided-node-ip", text), List.of())
                .providedIps();
    }
}
