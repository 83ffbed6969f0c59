package dev.vspherecloud.ccm.domain.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.reason.Reason;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests the effect of the kubelet's node IP on the choice.
class NodeIpTest {
    private static final String GUEST = "A: 10.1.0.5 10.1.0.6 fd00::5 fd00::6; B: 172.20.0.9; -: 10.244.0.1";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            node-ip=10.1.0.6                                   | Int 10.1.0.6, Ext 10.1.0.6
            node-ip=172.20.0.9                                 | Int 172.20.0.9, Ext 172.20.0.9
            node-ip=10.1.0.6 static=10.1.0.5                   | Int 10.1.0.6, Ext 10.1.0.6
            node-ip=10.1.0.6 int=10.1.0.0/16 ext=172.20.0.0/16 | Int 10.1.0.6, Ext 172.20.0.9
            node-ip=172.20.0.9 int=10.1.0.0/16 ext-net=B       | Ext 172.20.0.9, Int 10.1.0.5
            node-ip=172.20.0.9 not-ext=172.20.0.0/16           | Int 172.20.0.9, Ext 10.1.0.5
            node-ip=10.1.0.6 families=ipv4,ipv6                | Int 10.1.0.6, Ext 10.1.0.6
            node-ip=fd00::6 families=ipv4,ipv6                 | Int fd00::6, Ext fd00::6
            node-ip=fd00::6,10.1.0.6 families=ipv4,ipv6        | Int fd00::6, Ext fd00::6, Int 10.1.0.6, Ext 10.1.0.6
            node-ip=10.1.0.6,fd00::6 families=ipv4,ipv6        | Int 10.1.0.6, Ext 10.1.0.6, Int fd00::6, Ext fd00::6
            node-ip=10.1.0.6,fd00::6 families=ipv6,ipv4        | Int 10.1.0.6, Ext 10.1.0.6, Int fd00::6, Ext fd00::6
            node-ip=10.1.0.6 held-int=10.1.0.5 held-ext=10.1.0.5 | Int 10.1.0.6, Ext 10.1.0.6
            node-ip=10.1.0.6 held-int=10.1.0.6 held-ext=10.1.0.5 | Int 10.1.0.6, Ext 10.1.0.5
            node-ip=10.1.0.6 held-int=10.1.0.5 held-ext=10.1.0.6 | Ext 10.1.0.6, Int 10.1.0.5
            node-ip=10.1.0.9                                   | NodeIpUnmatched
            node-ip=0.0.0.0                                    | NodeIpUnmatched
            node-ip=10.244.0.1                                 | NodeIpUnmatched
            node-ip=fd00::6                                    | NodeIpUnmatched
            node-ip=172.20.0.9 int=10.1.0.0/16                 | NodeIpUnmatched
            node-ip=10.1.0.6 not-int=10.1.0.6/32 not-ext=10.1.0.6/32 | NodeIpUnmatched
            node-ip=10.1.0.6,fd00::9 families=ipv4,ipv6        | NodeIpUnmatched
            node-ip=10.1.0.6,10.1.0.5                          | NodeIpMalformed
            """)
    @Conforms("N08 N10 N17 I02 I03 I04 I05")
    void decidesIfTheConfigurationAllowsIt(@Nullable String known, String expected) {
        assertThat(AddressScenario.outcome(AddressScenario.choose(GUEST, known)))
                .isEqualTo(expected);
    }

    @Test
    @Conforms("N10")
    void isNamedWithTheCandidatesWhenTheGuestDoesNotReportIt() {
        assertThat(AddressScenario.reason(
                        AddressScenario.choose("A: 10.1.0.5 fe80::1; -: 10.244.0.1", "node-ip=10.1.0.9")))
                .isEqualTo(
                        new Reason(
                                NodeReason.NODE_IP_UNMATCHED,
                                "the kubelet uses node IP 10.1.0.9 (--node-ip), but the guest does not report it, only"
                                        + " 10.1.0.5 (IPv4), fe80::1 (link-local); correct --node-ip, or the address rules in section nodes"));
    }

    @Test
    void isNamedWithTheRulesWhenTheyExcludeIt() {
        assertThat(AddressScenario.reason(AddressScenario.choose(
                        "A: 10.1.0.5; B: 172.20.0.9; -: 10.244.0.1", "node-ip=172.20.0.9 int=10.1.0.0/16")))
                .isEqualTo(new Reason(
                        NodeReason.NODE_IP_UNMATCHED,
                        "the kubelet uses node IP 172.20.0.9 (--node-ip), but no address rule chooses it: 10.1.0.5"
                                + " (InternalIP: would be chosen: in 10.1.0.0/16 (internalNetworkSubnetCidr); ExternalIP:"
                                + " no rule for ExternalIP), 172.20.0.9 (InternalIP: not in 10.1.0.0/16"
                                + " (internalNetworkSubnetCidr); ExternalIP: no rule for ExternalIP); correct --node-ip, or the"
                                + " address rules in section nodes"));
    }

    @Test
    @Conforms("N09")
    void isQuotedIfItIsMalformed() {
        assertThat(AddressScenario.reason(AddressScenario.choose(GUEST, "node-ip=10.1.0.6/16"))
                        .message())
                .contains("alpha.kubernetes.io/provided-node-ip of the Node: found \"10.1.0.6/16\"");
    }

    @Test
    void saysThatItDecided() {
        assertThat(AddressScenario.chosen(AddressScenario.choose("A: 10.1.0.5 10.1.0.6", "node-ip=10.1.0.6"))
                        .explanations())
                .containsOnly(
                        "IPv4 InternalIP: the first that is not excluded, which is the kubelet's node IP",
                        "IPv4 ExternalIP: the first that is not excluded, which is the kubelet's node IP");
    }

    @Test
    void excludesAddressesOfTheOtherFamily() {
        AddressChoice choice = AddressScenario.choose("A: 10.1.0.5 fd00::5", "node-ip=10.1.0.5 families=ipv4,ipv6");

        assertThat(AddressScenario.chosen(choice).explanations())
                .endsWith(
                        "no IPv6 InternalIP: fd00::5 is not the kubelet's node IP",
                        "no IPv6 ExternalIP: fd00::5 is not the kubelet's node IP");
        assertThat(AddressScenario.verdicts(choice))
                .containsExactly(
                        "10.1.0.5 Int Ext: the first that is not excluded", "fd00::5: not the kubelet's node IP");
    }
}
