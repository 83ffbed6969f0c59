package dev.vspherecloud.ccm.domain.address;

import static dev.vspherecloud.ccm.domain.address.RetentionStory.ofNode;
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
                .neverLooksAgain()
                .saysNothing();
    }

    @Test
    void aNodeWithoutAddressesKeepsNothing() {
        ofNode().at(0, "").keeps().at(1, "A 10.1.0.5").keeps().neverLooksAgain();
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
                .hardwareHas(2)
                .at(0, "A 10.1.0.5, B 172.20.0.9")
                .at(1, "A 10.1.0.5")
                .keeps("B 172.20.0.9")
                .at(100_000, "A 10.1.0.5")
                .keeps("B 172.20.0.9");
    }

    @Test
    void aKeptAddressIsFirstOnItsInterfaceAndAsLastReported() {
        GuestAddress kept = ofNode("10.1.0.5")
                .hardwareHas(2)
                .at(0, "A fd00::1, B 10.1.0.5/24")
                .at(1, "A fd00::1, B fd00::2")
                .held()
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
                        .hardwareHas(2)
                        .at(0, "A 10.1.0.5, B 172.20.0.9")
                        .at(1, "B 172.20.0.9")
                        .held()
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
        assertThat(ofNode("10.1.0.5").hostName(" ").at(0, "A 10.1.0.5").held().hostName())
                .isEqualTo("w-1");
        assertThat(ofNode("10.1.0.5").hostName("w-2").at(0, "A 10.1.0.5").held().hostName())
                .isEqualTo("w-2");
    }

    // On the same interface

    @Test
    @Conforms("J10")
    void aNewAddressOnTheSameInterfaceIsFollowedAtOnce() {
        ofNode("10.1.0.5").at(0, "A 10.1.0.5").at(1, "A 10.1.0.6").keeps().neverLooksAgain();
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
                .looksAgainAfter(60)
                .at(30, "A 10.1.0.6")
                .keeps("A 10.1.0.5")
                .looksAgainAfter(31)
                .at(61, "A 10.1.0.6")
                .keeps()
                .neverLooksAgain();
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
        for (RetentionStory story : new RetentionStory[] {
            ofNode("10.1.0.5").claimed("10.1.0.100"), ofNode("10.1.0.5").seenElsewhere("10.1.0.100")
        }) {
            story.at(0, "A 10.1.0.5")
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
                .claimed("10.1.0.5", "10.1.0.6")
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
                .hardwareHas(2)
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
                .hardwareHas(2)
                .at(0, "A 10.1.0.5, B")
                .at(10, "A, B 172.20.0.9")
                .keeps("A 10.1.0.5")
                .looksAgainAfter(60)
                .at(69, "A, B 172.20.0.9")
                .keeps("A 10.1.0.5")
                .looksAgainAfter(1)
                .at(70, "A, B 172.20.0.9")
                .keeps()
                .at(71, "A, B 172.20.0.9")
                .keeps();
    }

    @Test
    void aMoveIsForgottenWhenTheAddressIsBack() {
        ofNode("10.1.0.5")
                .hardwareHas(2)
                .at(0, "A 10.1.0.5, B 172.20.0.9")
                .at(1, "A, B 172.20.0.9")
                .at(50, "A 10.1.0.5, B 172.20.0.9")
                .neverLooksAgain()
                .at(62, "A, B 172.20.0.9")
                .keeps("A 10.1.0.5")
                .looksAgainAfter(60);
    }

    @Test
    void withoutVmwareToolsNoAddressMoves() {
        ofNode("10.1.0.5")
                .hardwareHas(2)
                .at(0, "A 10.1.0.5, B 172.20.0.9")
                .at(1, "A, B 172.20.0.9")
                .toolsRun(false)
                .at(30, "A, B 172.20.0.9")
                .at(90, "A, B 172.20.0.9")
                .keeps("A 10.1.0.5")
                .toolsRun(true)
                .at(100, "A, B 172.20.0.9")
                .keeps("A 10.1.0.5")
                .looksAgainAfter(60);
    }

    @Test
    void anAddressReportedOnAnotherInterfaceIsNotMissing() {
        ofNode("10.1.0.5")
                .hardwareHas(2)
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
                .hardwareHas(2)
                .at(0, "A 10.1.0.5, B 172.20.0.9")
                .at(1, "B 172.20.0.9")
                .keeps("A 10.1.0.5")
                .hardwareHas(1)
                .at(2, "B 172.20.0.9")
                .keeps()
                .neverLooksAgain();
    }

    @Test
    void anInterfaceIsNotGoneWhileTheReportListsFewerThanTheVmHas() {
        ofNode("10.1.0.5")
                .hardwareHas(3)
                .at(0, "A 10.1.0.5, B 172.20.0.9")
                .at(1, "B 172.20.0.9, C")
                .keeps("A 10.1.0.5");
    }

    @Test
    void anInterfaceIsNotGoneWhereTheirNumberIsNotKnown() {
        ofNode("10.1.0.5")
                .hardwareHas(0)
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
                .hardwareHas(2)
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
                .hardwareHas(2)
                .at(0, "A 10.1.0.5, B 172.20.0.9")
                .processRestarts()
                .at(1, "B 172.20.0.9")
                .keeps("? 10.1.0.5")
                .looksAgainAfter(60)
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
        var story = ofNode("10.1.0.5", "fd00::5")
                .at(0, "A 10.1.0.5 fd00::5")
                .at(10, "A fd00::5")
                .looksAgainAfter(300)
                .saysNothing()
                .at(300, "A fd00::5")
                .looksAgainAfter(10)
                .saysNothing()
                .at(310, "A fd00::5")
                .neverLooksAgain();

        assertThat(story.remark().code()).isEqualTo(NodeReason.ADDRESSES_UNREPORTED);
        assertThat(story.remark().message()).contains("10.1.0.5").doesNotContain("fd00::5");
        story.at(311, "A 10.1.0.5 fd00::5").saysNothing().at(312, "A fd00::5").looksAgainAfter(300);
    }

    @Test
    void anEmptyReportForFiveMinutesIsRemarkedToo() {
        var story = ofNode("10.1.0.5")
                .at(0, "A 10.1.0.5")
                .hostName("")
                .at(1, "")
                .saysNothing()
                .at(301, "");

        assertThat(story.remark().message()).contains("host name w-1, 10.1.0.5");
    }
}
