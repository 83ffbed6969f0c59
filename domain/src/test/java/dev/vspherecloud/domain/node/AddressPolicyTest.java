package dev.vspherecloud.domain.node;

import static dev.vspherecloud.domain.node.Fixtures.addresses;
import static dev.vspherecloud.domain.node.Fixtures.guest;
import static dev.vspherecloud.domain.node.Fixtures.nic;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressPolicyTest {
    private static final AddressRules IPV4 = new AddressRules(List.of(IpFamily.IPV4));
    private static final AddressRules IPV6 = new AddressRules(List.of(IpFamily.IPV6));

    @Test
    void takesTheFirstAddressAsInternalAndExternal() {
        assertThat(AddressPolicy.choose(guest("10.1.0.5", "10.1.0.6"), IPV4))
                .isEqualTo(new AddressChoice.Chosen(addresses("w-1.example", "10.1.0.5")));
    }

    @Test
    void takesTheFamilyAskedFor() {
        assertThat(AddressPolicy.choose(guest("10.1.0.5", "fe80::1", "fd00::5"), IPV6))
                .isEqualTo(new AddressChoice.Chosen(addresses("w-1.example", "fd00::5")));
    }

    @Test
    void leavesOutWhatIsNotOnAVirtualNic() {
        var guest = new Guest("w-1.example", List.of(nic(GuestNic.NOT_A_DEVICE, "10.244.0.1"), nic(4000, "10.1.0.5")));

        assertThat(AddressPolicy.choose(guest, IPV4))
                .isEqualTo(new AddressChoice.Chosen(addresses("w-1.example", "10.1.0.5")));
    }

    @Test
    void keepsADeviceWithKeyZero() {
        var guest = new Guest("w-1.example", List.of(nic(0, "10.1.0.5")));

        assertThat(AddressPolicy.choose(guest, IPV4))
                .isEqualTo(new AddressChoice.Chosen(addresses("w-1.example", "10.1.0.5")));
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, loopback",
        "169.254.3.4, link-local",
        "0.0.0.0, unspecified",
        "224.0.0.7, link-local multicast",
    })
    void neverTakesAnAddressNobodyCanReach(String ip, String verdict) {
        assertThat(AddressPolicy.choose(guest(ip), IPV4))
                .isEqualTo(new AddressChoice.None(new Reason(
                        Reason.Code.NO_USABLE_ADDRESS,
                        "the guest reports no usable IPv4 address, only %s (%s)".formatted(ip, verdict))));
    }

    @ParameterizedTest
    @CsvSource({"169.0.1.2", "239.1.2.3", "255.255.255.255"})
    void takesOddAddressesAsTheGoProgramDoes(String ip) {
        assertThat(AddressPolicy.choose(guest(ip), IPV4))
                .isEqualTo(new AddressChoice.Chosen(addresses("w-1.example", ip)));
    }

    @Test
    void everyFamilyMustYieldAnAddress() {
        var both = new AddressRules(List.of(IpFamily.IPV4, IpFamily.IPV6));

        assertThat(AddressPolicy.choose(guest("10.1.0.5"), both))
                .isEqualTo(new AddressChoice.None(new Reason(
                        Reason.Code.NO_USABLE_ADDRESS,
                        "the guest reports no usable IPv6 address, only 10.1.0.5 (usable)")));
    }

    @Test
    void saysWhenToolsReportNothing() {
        assertThat(AddressPolicy.choose(new Guest("w-1", List.of()), IPV4))
                .isInstanceOfSatisfying(
                        AddressChoice.None.class,
                        none -> assertThat(none.reason().message()).contains("VMware Tools must run"));
        assertThat(AddressPolicy.choose(new Guest("", List.of(nic(4000, "10.1.0.5"))), IPV4))
                .isInstanceOfSatisfying(
                        AddressChoice.None.class,
                        none -> assertThat(none.reason().code()).isEqualTo(Reason.Code.GUEST_HOST_NAME_MISSING));
    }
}
