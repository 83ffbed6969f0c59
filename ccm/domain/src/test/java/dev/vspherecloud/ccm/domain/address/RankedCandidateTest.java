package dev.vspherecloud.ccm.domain.address;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests the order in which the address rules see the candidates.
class RankedCandidateTest {
    private static final String GUEST = "A: 10.1.0.5 10.1.0.6; B: 172.20.0.9";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            held-int=10.1.0.6 held-ext=10.1.0.6                      | Int 10.1.0.6, Ext 10.1.0.6
            held-int=172.20.0.9 held-ext=10.1.0.6                    | Int 172.20.0.9, Ext 10.1.0.6
            held-int=10.1.0.6                                        | Int 10.1.0.6, Ext 10.1.0.5
            held-ext=172.20.0.9                                      | Int 10.1.0.5, Ext 172.20.0.9
            held-int=10.1.0.9 held-ext=10.1.0.9                      | Int 10.1.0.5, Ext 10.1.0.5
            held-int=10.1.0.6 held-ext=10.1.0.6 static=172.20.0.9    | Int 10.1.0.6, Ext 10.1.0.6
            held-int=10.1.0.6 int=10.1.0.0/16                        | Int 10.1.0.6
            held-int=10.1.0.6 int=172.20.0.0/16,10.1.0.0/16          | Int 172.20.0.9
            held-int=10.1.0.6 int-net=B                              | Int 172.20.0.9
            held-int=10.1.0.6 held-ext=10.1.0.6 not-int=10.1.0.6/32  | Int 10.1.0.5, Ext 10.1.0.6
            """)
    void theAddressesOfTheNodeStayIfTheRulesAllowThem(String known, String expected) {
        assertThat(AddressScenario.outcome(AddressScenario.choose(GUEST, known)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            10.1.0.6            | Int 10.1.0.6, Ext 10.1.0.6
            172.20.0.9,10.1.0.6 | Int 172.20.0.9, Ext 172.20.0.9
            10.9.9.9,10.1.0.6   | Int 10.1.0.6, Ext 10.1.0.6
            10.9.9.9            | Int 10.1.0.5, Ext 10.1.0.5
            """)
    void staticAddressesAreFirstInTheirOrder(String statics, String expected) {
        assertThat(AddressScenario.outcome(AddressScenario.choose(GUEST, "static=" + statics)))
                .isEqualTo(expected);
    }

    @Test
    void theAddressesOfAnUninitialisedNodeDoNotCount() {
        AddressInput initialised = AddressScenario.input(GUEST, "held-int=10.1.0.6 held-ext=10.1.0.6");
        var waiting = new AddressInput(
                initialised.guest(),
                initialised.rules(),
                true,
                initialised.present(),
                initialised.provided(),
                initialised.virtualIpHints());

        assertThat(AddressScenario.outcome(AddressPolicy.choose(waiting))).isEqualTo("Int 10.1.0.5, Ext 10.1.0.5");
    }

    @Test
    void unreadableMetadataBlocksOnlyAnUninitialisedNode() {
        assertThat(AddressScenario.reason(AddressScenario.choose(GUEST, "static=unreadable"))
                        .message())
                .isEqualTo(
                        "cannot read the static addresses in its cloud-init metadata; correct guestinfo.metadata: it is not"
                                + " base64");
        assertThat(AddressScenario.outcome(
                        AddressScenario.choose(GUEST, "static=unreadable held-int=10.1.0.6 held-ext=10.1.0.6")))
                .isEqualTo("Int 10.1.0.6, Ext 10.1.0.6");
    }

    @Test
    void aVirtualIpScoreMovesNoAddressBehindThoseOfAnotherNic() {
        assertThat(AddressScenario.outcome(
                        AddressScenario.choose("A: 10.1.0.5 10.1.0.6; B: 172.20.0.9", "claimed=10.1.0.5,10.1.0.6")))
                .isEqualTo("Int 10.1.0.5, Ext 10.1.0.5");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            node-ip=10.1.0.6                    | after 10.1.0.6, which is the kubelet's node IP
            held-int=10.1.0.6 held-ext=10.1.0.6 | after 10.1.0.6, which the Node already has
            static=10.1.0.6                     | after 10.1.0.6, which cloud-init sets
            static=10.1.0.6,10.1.0.5            | after 10.1.0.6, which cloud-init sets first
            claimed=10.1.0.5                    | after 10.1.0.6, because this one may be a virtual IP: also the address of Service web/shop
            """)
    void saysWhyAnotherAddressIsFirst(String known, String expected) {
        assertThat(AddressScenario.verdicts(AddressScenario.choose("A: 10.1.0.5 10.1.0.6", known)))
                .startsWith("10.1.0.5: " + expected);
    }
}
