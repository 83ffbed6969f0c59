package dev.vspherecloud.ccm.domain.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.reason.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FamilyPolicyTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            A: 10.1.0.5 fe80::1  | families=ipv4,ipv6                              | FamilyMissing
            A: 10.1.0.5 fe80::1  | families=ipv4,ipv6 prefer                       | Int 10.1.0.5, Ext 10.1.0.5
            A: 10.1.0.5 fe80::1  | families=ipv6,ipv4 prefer                       | Int 10.1.0.5, Ext 10.1.0.5
            A: fd00::5           | families=ipv4,ipv6 prefer                       | Int fd00::5, Ext fd00::5
            A: 10.1.0.5 fd00::5  | families=ipv4,ipv6 not-int=::/0 not-ext=::/0    | AddressesExcluded
            A: 10.1.0.5 fd00::5  | families=ipv4,ipv6 not-int=::/0 not-ext=::/0 prefer | Int 10.1.0.5, Ext 10.1.0.5
            A: 10.1.0.5          | families=ipv6 prefer                            | NoUsableAddress
            A: fe80::1           | families=ipv4,ipv6 prefer                       | NoUsableAddress
            A: 10.1.0.5          | families=ipv4,ipv4 prefer                       | Int 10.1.0.5, Ext 10.1.0.5
            A: 10.1.0.5          | families=ipv4,ipv6 prefer node-ip=10.1.0.5,fd00::9 | Int 10.1.0.5, Ext 10.1.0.5
            A: 10.1.0.5          | families=ipv4,ipv6 prefer node-ip=fd00::9       | NodeIpUnmatched
            A: 10.1.0.5 fd00::5  | families=ipv4,ipv6 prefer node-ip=10.1.0.5,fd00::9 | NodeIpUnmatched
            """)
    void aFamilyIsRequiredOrPreferred(String guest, String known, String expected) {
        assertThat(AddressScenario.outcome(AddressScenario.choose(guest, known)))
                .isEqualTo(expected);
    }

    @Test
    void aMissingPreferredFamilyIsRemarked() {
        assertThat(AddressScenario.chosen(AddressScenario.choose("A: 10.1.0.5 fe80::1", "families=ipv4,ipv6 prefer"))
                        .missingFamily())
                .contains(
                        new Reason(
                                NodeReason.FAMILY_MISSING,
                                "the guest reports no usable IPv6 address, only 10.1.0.5 (IPv4), fe80::1 (link-local); configure one in the guest, or change ipFamily"));
    }

    @Test
    void noFamilyIsRemarkedIfAllAreThere() {
        assertThat(AddressScenario.chosen(AddressScenario.choose("A: 10.1.0.5 fd00::5", "families=ipv4,ipv6 prefer"))
                        .missingFamily())
                .isEmpty();
    }

    @Test
    void theExplanationsNameOnlyTheFamiliesThatAreThere() {
        assertThat(AddressScenario.chosen(AddressScenario.choose("A: 10.1.0.5", "families=ipv4,ipv6 prefer"))
                        .explanations())
                .containsExactly(
                        "IPv4 InternalIP: the first that is not excluded",
                        "IPv4 ExternalIP: the first that is not excluded");
    }
}
