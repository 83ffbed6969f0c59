package dev.vspherecloud.ccm.domain.address;

import static dev.vspherecloud.ccm.domain.NodeFixtures.IPV4;
import static dev.vspherecloud.ccm.domain.NodeFixtures.addresses;
import static dev.vspherecloud.ccm.domain.NodeFixtures.rules;
import static dev.vspherecloud.domain.Fixtures.guest;
import static dev.vspherecloud.domain.Fixtures.nic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.Fixtures;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.StaticAddresses;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressPolicyTest {
    /// Two NICs on two networks, three addresses.
    private static final Guest TWO_NICS = Fixtures.guest(
            "w-1.example", List.of(nic("A", 4000, "10.1.0.5", "10.1.0.6"), nic("B", 4001, "172.20.0.9")));

    @Test
    @Conforms("N03 H02")
    void takesTheFirstAddressAsInternalAndExternal() {
        assertThat(chosen(guest("10.1.0.5", "10.1.0.6"), IPV4).addresses())
                .isEqualTo(addresses("w-1.example", "10.1.0.5"));
    }

    @Test
    void takesTheRequestedFamily() {
        assertThat(chosen(guest("10.1.0.5", "fe80::1", "fd00::5"), rules("families=ipv6"))
                        .addresses())
                .isEqualTo(addresses("w-1.example", "fd00::5"));
    }

    @Test
    void anIpv4AddressWrittenAsIpv6CountsAsIpv4AndStaysAsWritten() {
        assertThat(chosen(guest("::ffff:10.1.0.5"), rules("int=10.1.0.0/16 ext=::/0"))
                        .addresses())
                .last()
                .hasToString("InternalIP=::ffff:10.1.0.5");
    }

    @Test
    void ignoresAddressesThatAreNotOnAVirtualNic() {
        var guest =
                Fixtures.guest("w-1.example", List.of(nic(GuestNic.NOT_A_DEVICE, "10.244.0.1"), nic(4000, "10.1.0.5")));

        assertThat(chosen(guest, IPV4).addresses()).isEqualTo(addresses("w-1.example", "10.1.0.5"));
    }

    @Test
    void keepsADeviceWithKeyZero() {
        var guest = Fixtures.guest("w-1.example", List.of(nic(0, "10.1.0.5")));

        assertThat(chosen(guest, IPV4).addresses()).isEqualTo(addresses("w-1.example", "10.1.0.5"));
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, loopback",
        "::ffff:127.0.0.1, loopback",
        "169.254.3.4, link-local",
        "febf::1, link-local",
        "0.0.0.0, unspecified",
        "224.0.0.7, link-local multicast",
        "ff12::1, link-local multicast",
    })
    @Conforms("VN06")
    void neverTakesAnUnreachableAddress(String ip, String verdict) {
        assertThat(reason(AddressChoice.Unreported.class, AddressPolicy.choose(guest(ip), rules("families=ipv4,ipv6"))))
                .isEqualTo(new Reason(
                        NodeReason.NO_USABLE_ADDRESS,
                        "the guest reports no usable IP address, only %s (%s); configure a usable address in the guest"
                                .formatted(ip, verdict)));
    }

    @ParameterizedTest
    @CsvSource({"169.0.1.2", "239.1.2.3", "255.255.255.255"})
    void takesOddAddressesAsCloudProviderVsphereDoes(String ip) {
        assertThat(chosen(guest(ip), IPV4).addresses()).isEqualTo(addresses("w-1.example", ip));
    }

    @Test
    @Conforms("H03")
    void listsAnAddressOnceThoughAFamilyIsNamedTwice() {
        assertThat(chosen(guest("10.1.0.5"), rules("families=ipv4,ipv4")).addresses())
                .isEqualTo(addresses("w-1.example", "10.1.0.5"));
    }

    @Test
    void saysWhichRuleChoseEachAddress() {
        assertThat(chosen(TWO_NICS, rules("int=10.9.0.0/16,10.1.0.0/16 ext-net=b"))
                        .explanations())
                .containsExactly(
                        "IPv4 InternalIP: in 10.1.0.0/16 (internalNetworkSubnetCidr)",
                        "IPv4 ExternalIP: on network \"b\" (externalVmNetworkName)");
    }

    @Test
    void saysWhenNoRuleChoseAndTheFirstAddressIsBoth() {
        assertThat(chosen(guest("10.1.0.5", "fd00::5"), rules("families=ipv6")).explanations())
                .containsExactly(
                        "IPv6 InternalIP: the first that is not excluded",
                        "IPv6 ExternalIP: the first that is not excluded");
    }

    @Test
    void saysWhyATypeIsMissing() {
        assertThat(chosen(TWO_NICS, rules("int=10.1.0.0/16")).explanations())
                .last()
                .isEqualTo("no IPv4 ExternalIP: 10.1.0.5 (no rule for ExternalIP), 10.1.0.6 (no rule for ExternalIP),"
                        + " 172.20.0.9 (no rule for ExternalIP)");
        assertThat(chosen(TWO_NICS, rules("int=10.1.0.0/16 ext=172.20.0.0/24 not-ext=172.20.0.8/30 ext-net=dmz"))
                        .explanations())
                .last()
                .asString()
                .contains("172.20.0.9 (excluded by 172.20.0.8/30 (excludeExternalNetworkSubnetCidr))")
                .contains("10.1.0.5 (neither in 172.20.0.0/24 (externalNetworkSubnetCidr) nor on network \"dmz\""
                        + " (externalVmNetworkName))");
    }

    @Test
    void everyFamilyMustYieldAnAddress() {
        assertThat(reason(
                        AddressChoice.Unsatisfied.class,
                        AddressPolicy.choose(guest("10.1.0.5", "fe80::1"), rules("families=ipv4,ipv6"))))
                .isEqualTo(
                        new Reason(
                                NodeReason.FAMILY_MISSING,
                                "the guest reports no usable IPv6 address, only 10.1.0.5 (IPv4), fe80::1 (link-local); configure one in the guest, or change ipFamily"));
    }

    @Test
    void namesTheNetworksThatAreThereWhenBothConfiguredOnesAreMissing() {
        assertThat(reason(
                        AddressChoice.Unsatisfied.class, AddressPolicy.choose(TWO_NICS, rules("int-net=X ext-net=Y"))))
                .isEqualTo(
                        new Reason(
                                NodeReason.NETWORK_MISSING,
                                "no NIC of the VM is on network \"X\" (internalVmNetworkName) or on network \"Y\" (externalVmNetworkName);"
                                        + " the NICs are on \"A\", \"B\". Correct the configuration, or connect a NIC to that network"));
    }

    @Test
    void aNicWithoutAddressesShowsThatItsNetworkIsThere() {
        var guest = Fixtures.guest("w-1.example", List.of(nic("X", 4000), nic("B", 4001, "172.20.0.9")));

        assertThat(chosen(guest, rules("int-net=x ext-net=Y")).addresses())
                .isEqualTo(addresses("w-1.example", "172.20.0.9"));
    }

    @Test
    void saysWhatExcludesEachAddress() {
        assertThat(reason(
                        AddressChoice.Unsatisfied.class,
                        AddressPolicy.choose(
                                guest("10.1.0.5"), rules("not-int=10.0.0.0/8 not-ext=172.16.0.0/12,0.0.0.0/0"))))
                .isEqualTo(new Reason(
                        NodeReason.ADDRESSES_EXCLUDED,
                        "the configuration excludes every IPv4 address of the guest: 10.1.0.5 (excluded by 10.0.0.0/8"
                                + " (excludeInternalNetworkSubnetCidr) and excluded by 0.0.0.0/0"
                                + " (excludeExternalNetworkSubnetCidr)); correct the excluded subnets"));
    }

    @Test
    void aSentenceStaysShortHoweverManyAddressesThereAre() {
        String[] many = new String[100];
        for (int i = 0; i < many.length; i++) {
            many[i] = "fe80::" + (i + 1);
        }

        assertThat(AddressPolicy.choose(guest(many), IPV4))
                .isInstanceOfSatisfying(AddressChoice.Unreported.class, unreported -> assertThat(
                                unreported.reason().message())
                        .hasSizeLessThan(400)
                        .endsWith("fe80::12 (link-local) and 88 more; configure a usable address in the guest"));
    }

    @Test
    void anIncompleteGuestReportIsNoFailureOfTheRules() {
        assertUnreported(Fixtures.guest("", List.of(nic(4000, "10.1.0.5"))), NodeReason.GUEST_HOST_NAME_MISSING);
        assertUnreported(Fixtures.guest("w-1", List.of()), NodeReason.GUEST_NIC_MISSING);
        assertUnreported(silent("w-1"), NodeReason.TOOLS_NOT_RUNNING);
        assertUnreported(silent(""), NodeReason.TOOLS_NOT_RUNNING);
        assertUnreported(Fixtures.guest("w-1", List.of(nic(4000))), NodeReason.NO_USABLE_ADDRESS);
        assertUnreported(
                Fixtures.guest("w-1", List.of(nic(GuestNic.NOT_A_DEVICE, "10.244.0.1"))), NodeReason.GUEST_NIC_MISSING);
    }

    private static void assertUnreported(Guest guest, ReasonCode code) {
        assertThat(AddressPolicy.choose(guest, IPV4))
                .isInstanceOfSatisfying(
                        AddressChoice.Unreported.class,
                        unreported -> assertThat(unreported.reason().code()).isEqualTo(code));
    }

    private static Guest silent(String hostName) {
        return new Guest(hostName, List.of(), false, List.of(), new StaticAddresses.None());
    }

    private static AddressChoice.Chosen chosen(Guest guest, AddressRules rules) {
        return switch (AddressPolicy.choose(guest, rules)) {
            case AddressChoice.Chosen chosen -> chosen;
            case AddressChoice other -> throw new AssertionError(other);
        };
    }

    private static Reason reason(Class<? extends AddressChoice> kind, AddressChoice choice) {
        assertThat(choice).isInstanceOf(kind);
        return switch (choice) {
            case AddressChoice.Chosen _ -> throw new AssertionError(choice);
            case AddressChoice.Unreported(Reason reason, var _) -> reason;
            case AddressChoice.Unsatisfied(Reason reason, var _) -> reason;
        };
    }
}
