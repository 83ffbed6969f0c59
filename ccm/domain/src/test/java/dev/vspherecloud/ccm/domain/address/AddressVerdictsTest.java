package dev.vspherecloud.ccm.domain.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.Fixtures;
import dev.vspherecloud.domain.vm.GuestNic;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests that each address of a report has a verdict, whatever the outcome.
class AddressVerdictsTest {
    private static final String GUEST =
            "-: 10.244.0.1 fe80::9; A: fe80::1 127.0.0.1 0.0.0.0 224.0.0.5 10.1.0.5 10.1.0.6 fd00::5; B: 172.20.0.9";

    @Test
    void nameTheRuleWhenAddressesWereChosen() {
        assertThat(AddressScenario.verdicts(
                        AddressScenario.choose(GUEST, "int=10.9.0.0/16,10.1.0.0/16 not-ext=10.1.0.0/24 ext-net=B")))
                .containsExactly(
                        "10.244.0.1: not on a virtual NIC",
                        "fe80::9: not on a virtual NIC",
                        "fe80::1: link-local",
                        "127.0.0.1: loopback",
                        "0.0.0.0: unspecified",
                        "224.0.0.5: link-local multicast",
                        "10.1.0.5 Int: in 10.1.0.0/16 (internalNetworkSubnetCidr)",
                        "10.1.0.6: InternalIP: after 10.1.0.5 in the report; ExternalIP: excluded by 10.1.0.0/24"
                                + " (excludeExternalNetworkSubnetCidr)",
                        "fd00::5: IPv6 is not in ipFamily",
                        "172.20.0.9 Ext: on network \"B\" (externalVmNetworkName)");
    }

    @Test
    void nameBothRulesWhenAnAddressIsInternalAndExternalByDifferentOnes() {
        assertThat(AddressScenario.verdicts(AddressScenario.choose("A: 10.1.0.5", "int=10.1.0.0/16 ext-net=a")))
                .containsExactly("10.1.0.5 Int Ext: InternalIP: in 10.1.0.0/16 (internalNetworkSubnetCidr); ExternalIP:"
                        + " on network \"a\" (externalVmNetworkName)");
    }

    @Test
    void nameTheSubnetThatComesAfterTheOneThatChose() {
        assertThat(AddressScenario.verdicts(
                        AddressScenario.choose("A: 10.1.0.5; B: 172.20.0.9", "int=172.20.0.0/16,10.1.0.0/16")))
                .startsWith(
                        "10.1.0.5: InternalIP: in 10.1.0.0/16 (internalNetworkSubnetCidr), but an earlier subnet has an address;"
                                + " ExternalIP: no rule for ExternalIP");
    }

    @Test
    void sayWhatWouldBeChosenWhenAnotherReasonBlocks() {
        assertThat(AddressScenario.verdicts(
                        AddressScenario.choose("A: 10.1.0.5 10.1.0.6 fe80::1", "families=ipv4,ipv6")))
                .containsExactly(
                        "10.1.0.5: would be chosen: the first that is not excluded",
                        "10.1.0.6: after 10.1.0.5 in the report",
                        "fe80::1: link-local");
    }

    @Test
    void sayWhatIsExcluded() {
        assertThat(AddressScenario.verdicts(
                        AddressScenario.choose("A: 10.1.0.5", "not-int=10.0.0.0/8 not-ext=10.1.0.0/16,0.0.0.0/0")))
                .containsExactly("10.1.0.5: InternalIP: excluded by 10.0.0.0/8 (excludeInternalNetworkSubnetCidr);"
                        + " ExternalIP: excluded by 10.1.0.0/16 (excludeExternalNetworkSubnetCidr)");
    }

    @Test
    void sayThatNoNicIsOnANamedNetwork() {
        assertThat(AddressScenario.verdicts(
                        AddressScenario.choose("A: 10.1.0.5 fe80::1; -: 10.244.0.1", "int-net=X ext-net=Y")))
                .containsExactly(
                        "10.1.0.5: neither on network \"X\" (internalVmNetworkName) nor on network \"Y\""
                                + " (externalVmNetworkName)",
                        "fe80::1: link-local",
                        "10.244.0.1: not on a virtual NIC");
    }

    @Test
    void areThereWhenTheGuestHasNoHostName() {
        List<GuestNic> nics = AddressScenario.input("A: 10.1.0.5", "").guest().nics();

        assertThat(AddressScenario.verdicts(AddressPolicy.choose(
                        Fixtures.guest("", nics),
                        AddressScenario.input("A:", "").rules())))
                .containsExactly("10.1.0.5: would be chosen: the first that is not excluded");
    }

    @Test
    void areThereWhenNothingIsUsable() {
        assertThat(AddressScenario.verdicts(AddressScenario.choose("A: fe80::1; -: 10.244.0.1", "")))
                .containsExactly("fe80::1: link-local", "10.244.0.1: not on a virtual NIC");
    }

    @Test
    void nameTheNicOfEachAddress() {
        assertThat(AddressScenario.choose("-: 10.244.0.1; A: 10.1.0.5", "").verdicts())
                .containsExactly(
                        new AddressVerdict("10.244.0.1", "", GuestNic.NOT_A_DEVICE, List.of(), "not on a virtual NIC"),
                        new AddressVerdict(
                                "10.1.0.5",
                                "A",
                                4001,
                                List.of(NodeAddress.Type.INTERNAL_IP, NodeAddress.Type.EXTERNAL_IP),
                                "the first that is not excluded"));
    }
}
