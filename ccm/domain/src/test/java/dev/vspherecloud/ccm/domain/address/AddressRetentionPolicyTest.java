package dev.vspherecloud.ccm.domain.address;

import static dev.vspherecloud.ccm.domain.address.RetentionScenario.ofNode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.vm.GuestAddress;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests each sentence of `docs/explanation/address-changes.md`.
class AddressRetentionPolicyTest {
    @Test
    void aCompleteReportIsUsedUnchanged() {
        ofNode("10.1.0.5", "fd00::5")
                .at(0, "- 10.244.0.1, A 10.1.0.5 fd00::5 10.1.0.100/32, B 172.20.0.9")
                .keeps()
                .neverRevisits()
                .hasNoRemark();
    }

    @Test
    void aNodeWithoutAddressesKeepsNothing() {
        ofNode().at(0, "").keeps().at(1, "A 10.1.0.5").keeps().neverRevisits();
    }

    // Bad reports

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "A fe80::1 169.254.3.4", "- 10.244.0.1", "A, B"})
    void aReportWithoutAUsableAddressIsReturnedUnchanged(String report) {
        ofNode("10.1.0.5")
                .at(0, "A 10.1.0.5")
                .at(1, report)
                .keeps()
                .at(100_000, report)
                .keeps();
    }

    @Test
    void aReportThatLacksOneFamilyRemovesNothing() {
        ofNode("10.1.0.5", "fd00::5")
                .at(0, "A 10.1.0.5 fd00::5")
                .at(1, "A fd00::5")
                .keeps("A 10.1.0.5")
                .at(100_000, "A fd00::5 fd00::6")
                .keeps("A 10.1.0.5")
                .at(100_001, "A 10.1.0.5")
                .keeps("A fd00::5");
    }

    @Test
    @Conforms("NA3 J09 J10")
    void aReportThatLacksAnInterfaceRemovesNothing() {
        ofNode("10.1.0.5", "172.20.0.9")
                .nicCount(2)
                .at(0, "A 10.1.0.5, B 172.20.0.9")
                .at(1, "A 10.1.0.5")
                .keeps("B 172.20.0.9")
                .at(100_000, "A 10.1.0.5")
                .keeps("B 172.20.0.9");
    }

    @Test
    void aKeptAddressIsFirstOnItsInterfaceAndAsLastReported() {
        GuestAddress kept = ofNode("10.1.0.5")
                .nicCount(2)
                .at(0, "A fd00::1, B 10.1.0.5/24")
                .at(1, "A fd00::1, B fd00::2")
                .retained()
                .nics()
                .get(1)
                .addresses()
                .getFirst();

        assertThat(kept.text()).isEqualTo("10.1.0.5");
        assertThat(kept.prefixLength()).isEqualTo(OptionalInt.of(24));
    }

    @Test
    void aMissingInterfaceIsRestoredWithItsNetwork() {
        assertThat(ofNode("10.1.0.5")
                        .nicCount(2)
                        .at(0, "A 10.1.0.5, B 172.20.0.9")
                        .at(1, "B 172.20.0.9")
                        .retained()
                        .nics())
                .extracting(nic -> nic.network())
                .containsExactly("net-B", "net-A");
    }

    @Test
    void aKeptAddressIsSpelledAsOnTheNode() {
        ofNode("10.1.0.5", "FD00:0::5").at(0, "A 10.1.0.5").keeps("A FD00:0::5");
    }

    @Test
    @Conforms("N02")
    void anEmptyHostNameKeepsTheHostNameOfTheNode() {
        assertThat(ofNode("10.1.0.5")
                        .hostName(" ")
                        .at(0, "A 10.1.0.5")
                        .retained()
                        .hostName())
                .isEqualTo("w-1");
        assertThat(ofNode("10.1.0.5")
                        .hostName("w-2")
                        .at(0, "A 10.1.0.5")
                        .retained()
                        .hostName())
                .isEqualTo("w-2");
    }

    // On the same interface

    @Test
    @Conforms("J10")
    void aNewAddressOnTheSameInterfaceIsFollowedAtOnce() {
        ofNode("10.1.0.5").at(0, "A 10.1.0.5").at(1, "A 10.1.0.6").keeps().neverRevisits();
    }

    @Test
    void aNewAddressIsFollowedAfterAnEmptyReportToo() {
        ofNode("10.1.0.5").at(0, "A 10.1.0.5").at(1, "").at(400, "A 10.1.0.6").keeps();
    }

    @Test
    void anAddressOfTheOtherFamilyIsNoReplacement() {
        ofNode("10.1.0.5").at(0, "A 10.1.0.5").at(1, "A fd00::5").keeps("A 10.1.0.5");
    }

    @Test
    void anAddressReportedBesideTheLostOneReplacesItAfterAMinute() {
        ofNode("10.1.0.5")
                .at(0, "A 10.1.0.5 10.1.0.6")
                .at(1, "A 10.1.0.6")
                .keeps("A 10.1.0.5")
                .revisitsAfter(60)
                .at(30, "A 10.1.0.6")
                .keeps("A 10.1.0.5")
                .revisitsAfter(31)
                .at(61, "A 10.1.0.6")
                .keeps()
                .neverRevisits();
    }

    @Test
    void anAddressThatTheNodeHasAlreadyReplacesNone() {
        ofNode("10.1.0.5", "10.1.0.6")
                .at(0, "A 10.1.0.5 10.1.0.6")
                .at(1, "A 10.1.0.6")
                .keeps("A 10.1.0.5")
                .at(100_000, "A 10.1.0.6")
                .keeps("A 10.1.0.5");
    }

    // Addresses that may be virtual

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A 10.1.0.100/32",
                "A 10.1.0.100(deprecated)",
                "A 10.1.0.100(tentative)",
                "A 10.1.0.100(duplicate)",
                "A 10.1.0.100(invalid)",
                "A 10.1.0.100(inaccessible)",
                "A 10.1.0.100/24(random)"
            })
    void aPossibleVirtualIpReplacesNoAddress(String left) {
        ofNode("10.1.0.5")
                .at(0, "A 10.1.0.5/24 10.1.0.100/32")
                .at(1, left)
                .keeps("A 10.1.0.5")
                .at(100_000, left)
                .keeps("A 10.1.0.5");
    }

    @Test
    void anAddressInUseElsewhereReplacesNoAddress() {
        for (RetentionScenario scenario : new RetentionScenario[] {
            ofNode("10.1.0.5").inUse("10.1.0.100"), ofNode("10.1.0.5").seenElsewhere("10.1.0.100")
        }) {
            scenario.at(0, "A 10.1.0.5")
                    .at(1, "A 10.1.0.100")
                    .keeps("A 10.1.0.5")
                    .at(100_000, "A 10.1.0.100")
                    .keeps("A 10.1.0.5");
        }
    }

    @Test
    void aSignThatTheLostAddressHadTooDoesNotCount() {
        ofNode("10.1.0.5").at(0, "A 10.1.0.5/32").at(1, "A 10.1.0.6/32").keeps();
        ofNode("10.1.0.5")
                .inUse("10.1.0.5", "10.1.0.6")
                .at(0, "A 10.1.0.5")
                .at(1, "A 10.1.0.6")
                .keeps();
        ofNode("10.1.0.5")
                .seenElsewhere("10.1.0.5", "10.1.0.6")
                .at(0, "A 10.1.0.5")
                .at(1, "A 10.1.0.6")
                .keeps();
    }

    @Test
    void anIpv6AddressFromDhcpMayHaveAPrefixLengthOf128() {
        ofNode("fd00::5").at(0, "A fd00::5/64").at(1, "A fd00::6/128").keeps("A fd00::5");
        ofNode("fd00::5").at(0, "A fd00::5/64").at(1, "A fd00::6/128(dhcp)").keeps();
    }

    @Test
    void anAddressOutsideTheGatewaySubnetReplacesNoneInside() {
        ofNode("10.1.0.5")
                .nicCount(2)
                .gateways("10.1.0.1")
                .at(0, "A 10.1.0.5/24, B 192.168.7.5/24")
                .at(1, "A, B 192.168.7.5/24")
                .at(100_000, "A, B 192.168.7.5/24")
                .keeps("A 10.1.0.5")
                .gateways("192.168.7.1")
                .at(100_001, "A, B 192.168.7.5/24")
                .at(100_061, "A, B 192.168.7.5/24")
                .keeps();
    }

    @Test
    void aNewAddressIsFollowedBesideAVirtualIp() {
        ofNode("10.1.0.5")
                .at(0, "A 10.1.0.5/24")
                .at(1, "A 10.1.0.100/32 10.1.0.6/24")
                .keeps();
    }

    // To another interface

    @Test
    void aMoveToAnotherInterfaceIsFollowedAfterAMinute() {
        ofNode("10.1.0.5")
                .nicCount(2)
                .at(0, "A 10.1.0.5, B")
                .at(10, "A, B 172.20.0.9")
                .keeps("A 10.1.0.5")
                .revisitsAfter(60)
                .at(69, "A, B 172.20.0.9")
                .keeps("A 10.1.0.5")
                .revisitsAfter(1)
                .at(70, "A, B 172.20.0.9")
                .keeps()
                .at(71, "A, B 172.20.0.9")
                .keeps();
    }

    @Test
    void aMoveIsForgottenWhenTheAddressIsBack() {
        ofNode("10.1.0.5")
                .nicCount(2)
                .at(0, "A 10.1.0.5, B 172.20.0.9")
                .at(1, "A, B 172.20.0.9")
                .at(50, "A 10.1.0.5, B 172.20.0.9")
                .neverRevisits()
                .at(62, "A, B 172.20.0.9")
                .keeps("A 10.1.0.5")
                .revisitsAfter(60);
    }

    @Test
    void withoutVmwareToolsNoAddressMoves() {
        ofNode("10.1.0.5")
                .nicCount(2)
                .at(0, "A 10.1.0.5, B 172.20.0.9")
                .at(1, "A, B 172.20.0.9")
                .toolsRunning(false)
                .at(30, "A, B 172.20.0.9")
                .at(90, "A, B 172.20.0.9")
                .keeps("A 10.1.0.5")
                .toolsRunning(true)
                .at(100, "A, B 172.20.0.9")
                .keeps("A 10.1.0.5")
                .revisitsAfter(60);
    }

    @Test
    void anAddressReportedOnAnotherInterfaceIsNotMissing() {
        ofNode("10.1.0.5")
                .nicCount(2)
                .at(0, "A 10.1.0.5, B")
                .at(1, "A, B 10.1.0.5")
                .keeps()
                .at(2, "A 10.1.0.7, B")
                .keeps("B 10.1.0.5");
    }

    @Test
    @Conforms("J10")
    void theAddressesOfARemovedInterfaceAreDropped() {
        ofNode("10.1.0.5")
                .nicCount(2)
                .at(0, "A 10.1.0.5, B 172.20.0.9")
                .at(1, "B 172.20.0.9")
                .keeps("A 10.1.0.5")
                .nicCount(1)
                .at(2, "B 172.20.0.9")
                .keeps()
                .neverRevisits();
    }

    @Test
    void anInterfaceIsNotGoneWhileTheReportListsFewerThanTheVmHas() {
        ofNode("10.1.0.5")
                .nicCount(3)
                .at(0, "A 10.1.0.5, B 172.20.0.9")
                .at(1, "B 172.20.0.9, C")
                .keeps("A 10.1.0.5");
    }

    @Test
    void anInterfaceIsNotGoneWhereTheirNumberIsNotKnown() {
        ofNode("10.1.0.5")
                .nicCount(0)
                .at(0, "A 10.1.0.5, B fd00::1")
                .at(1, "B fd00::1")
                .keeps("A 10.1.0.5");
    }

    @Test
    void aNewInterfaceChangesNothing() {
        ofNode("10.1.0.5")
                .at(0, "A 10.1.0.5")
                .at(1, "A 10.1.0.5, B")
                .keeps()
                .nicCount(2)
                .at(2, "A 10.1.0.5, B 172.20.0.9")
                .keeps()
                .at(3, "A, B 172.20.0.9")
                .keeps("A 10.1.0.5");
    }

    // After a start

    @Test
    void afterAStartTheOnlyInterfaceIsTheOneThatHadTheAddress() {
        ofNode("10.1.0.5").at(0, "A 10.1.0.6").keeps();
        ofNode("10.1.0.5").at(0, "A fd00::5").keeps("A 10.1.0.5");
        ofNode("10.1.0.5").at(0, "A 10.1.0.100/32").keeps("A 10.1.0.5");
    }

    @Test
    void afterAStartTheInterfaceOfAnAddressIsUnknownIfThereAreSeveral() {
        ofNode("10.1.0.5")
                .nicCount(2)
                .at(0, "A 10.1.0.5, B 172.20.0.9")
                .processRestarts()
                .at(1, "B 172.20.0.9")
                .keeps("? 10.1.0.5")
                .revisitsAfter(60)
                .at(20, "A 10.1.0.5, B 172.20.0.9")
                .keeps()
                .processRestarts()
                .at(30, "A 10.1.0.6, B 172.20.0.9")
                .keeps("? 10.1.0.5")
                .at(90, "A 10.1.0.6, B 172.20.0.9")
                .keeps();
    }

    // Remarks

    @Test
    void anAddressMissingForFiveMinutesIsRemarked() {
        var scenario = ofNode("10.1.0.5", "fd00::5")
                .at(0, "A 10.1.0.5 fd00::5")
                .at(10, "A fd00::5")
                .revisitsAfter(300)
                .hasNoRemark()
                .at(300, "A fd00::5")
                .revisitsAfter(10)
                .hasNoRemark()
                .at(310, "A fd00::5")
                .neverRevisits();

        assertThat(scenario.remark().code()).isEqualTo(NodeReason.ADDRESSES_UNREPORTED);
        assertThat(scenario.remark().message()).contains("10.1.0.5").doesNotContain("fd00::5");
        scenario.at(311, "A 10.1.0.5 fd00::5")
                .hasNoRemark()
                .at(312, "A fd00::5")
                .revisitsAfter(300);
    }

    @Test
    void anEmptyReportForFiveMinutesIsRemarkedToo() {
        var scenario = ofNode("10.1.0.5")
                .at(0, "A 10.1.0.5")
                .hostName("")
                .at(1, "")
                .hasNoRemark()
                .at(301, "");

        assertThat(scenario.remark().message()).contains("host name w-1, 10.1.0.5");
    }
}
