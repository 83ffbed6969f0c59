package dev.vspherecloud.ccm.domain.address;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VirtualIpHeuristicTest {
    /// The address with the sign is first in each row, and the policy chooses the other one.
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            MAGIC          | fd69::2 fd00::5                     | families=ipv6        | in fd69::/112, which OVN-Kubernetes uses on every Node
            SUBNET_OF_ONE  | 10.1.0.2/32 10.1.0.5/24             |                      | a /32 beside 10.1.0.5/24
            SUBNET_OF_ONE  | 10.1.0.2/32~manual 10.1.0.5/24~dhcp |                      | a /32 beside 10.1.0.5/24
            SUBNET_OF_ONE  | fd00::2/128 fd00::5/64              | families=ipv6        | a /128 beside fd00::5/64
            STATE          | 10.1.0.2!deprecated 10.1.0.5        |                      | deprecated in the guest
            STATE          | 10.1.0.2!tentative 10.1.0.5         |                      | tentative in the guest
            STATE          | 10.1.0.2!duplicate 10.1.0.5         |                      | duplicate in the guest
            STATE          | 10.1.0.2!invalid 10.1.0.5           |                      | invalid in the guest
            STATE          | 10.1.0.2!inaccessible 10.1.0.5!preferred |                 | inaccessible in the guest
            TEMPORARY      | fd00::2/64~random fd00::5/64~link_layer | families=ipv6    | temporary, beside fd00::5
            OFF_GATEWAY    | 192.168.7.2/24 10.1.0.5/24          | gateway=10.1.0.1     | not in the subnet of the default gateway, as 10.1.0.5 is
            OFF_GATEWAY    | fd00:7::2/64 fd00::5/64             | families=ipv6 gateway=10.1.0.1,fd00::1 | not in the subnet of the default gateway, as fd00::5 is
            SEEN_ELSEWHERE | 10.1.0.2 10.1.0.5                   | seen=10.1.0.2        | also seen on VM w-2
            CLAIMED        | 10.1.0.2 10.1.0.5                   | claimed=10.1.0.2     | also the address of Service web/shop
            """)
    void ranksTheOtherAddressFirst(VirtualIpHeuristic sign, String addresses, @Nullable String known, String words) {
        AddressChoice choice = AddressScenario.choose("A: " + addresses, known);

        assertThat(AddressScenario.verdicts(choice).getFirst())
                .isEqualTo("%s: after %s, because this one may be a virtual IP: %s"
                        .formatted(ip(addresses, 0), ip(addresses, 1), words));
        assertThat(AddressScenario.verdicts(choice).getLast())
                .isEqualTo(ip(addresses, 1) + " Int Ext: the first that is not excluded");
    }

    /// The address is the only one of its family on its NIC. There is another NIC.
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            MAGIC          | fd69::2             | families=ipv6
            SUBNET_OF_ONE  | 10.1.0.2/32         |
            SUBNET_OF_ONE  | fd00::2/128         | families=ipv6
            STATE          | 10.1.0.2!duplicate  |
            TEMPORARY      | fd00::2/64~random   | families=ipv6
            OFF_GATEWAY    | 192.168.7.2/24      | gateway=10.1.0.1
            SEEN_ELSEWHERE | 10.1.0.2            | seen=10.1.0.2
            CLAIMED        | 10.1.0.2            | claimed=10.1.0.2
            """)
    void neverRejectsTheLastAddress(VirtualIpHeuristic sign, String address, @Nullable String known) {
        AddressChoice choice =
                AddressScenario.choose("A: fe80::9 169.254.1.1 " + address + "; B: 10.1.0.5/24 2001:db8::5/64", known);

        assertThat(AddressScenario.outcome(choice)).as("%s", sign).isEqualTo(both(ip(address, 0)));
    }

    /// Both addresses show the sign, so it does not change their order.
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            MAGIC          | fd69::2 fd69::1                 | families=ipv6
            SUBNET_OF_ONE  | 10.1.0.2/32 10.1.0.5/32         |
            STATE          | 10.1.0.2!deprecated 10.1.0.5!deprecated |
            TEMPORARY      | fd00::2~random fd00::5~random   | families=ipv6
            OFF_GATEWAY    | 192.168.7.2/24 192.168.8.5/24   | gateway=10.1.0.1
            SEEN_ELSEWHERE | 10.1.0.2 10.1.0.5               | seen=10.1.0.2,10.1.0.5
            CLAIMED        | 10.1.0.2 10.1.0.5               | claimed=10.1.0.2,10.1.0.5
            """)
    void keepsTheOrderOfAddressesThatAllShowTheSign(VirtualIpHeuristic sign, String addresses, @Nullable String known) {
        AddressChoice choice = AddressScenario.choose("A: " + addresses + "; B: 172.20.0.9 2001:db8::9", known);

        assertThat(AddressScenario.outcome(choice)).as("%s", sign).isEqualTo(both(ip(addresses, 0)));
    }

    /// The address only resembles one with the sign.
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            MAGIC          | fd69:1::2 fd00::5               | families=ipv6
            SUBNET_OF_ONE  | fd00::2/128~dhcp fd00::5/64     | families=ipv6
            SUBNET_OF_ONE  | 10.1.0.2/32 10.1.0.5            |
            SUBNET_OF_ONE  | 10.1.0.2 10.1.0.5/24            |
            STATE          | 10.1.0.2!preferred 10.1.0.5     |
            OFF_GATEWAY    | 192.168.7.2 10.1.0.5/24         | gateway=10.1.0.1
            OFF_GATEWAY    | 10.1.0.2/24 10.1.0.5/24         | gateway=10.1.0.1
            OFF_GATEWAY    | fd00:7::2/64 fd00::5/64         | families=ipv6 gateway=fe80::1
            OFF_GATEWAY    | 192.168.7.2/24 10.1.0.5/24      | gateway=fd00::1
            CLAIMED        | 10.1.0.2 10.1.0.5               | claimed=10.1.0.9
            SEEN_ELSEWHERE | 10.1.0.2 10.1.0.5               | seen=10.1.0.9
            """)
    void ignoresSimilarAddressesWithoutTheSign(VirtualIpHeuristic sign, String addresses, @Nullable String known) {
        AddressChoice choice = AddressScenario.choose("A: " + addresses, known);

        assertThat(AddressScenario.outcome(choice)).as("%s", sign).isEqualTo(both(ip(addresses, 0)));
    }

    /// In each row, the first address shows the stronger sign.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            fd69::2/64 fd00::5/128!deprecated                | families=ipv6
            10.1.0.2/32 10.1.0.5/24!deprecated               |
            fd00::2!deprecated fd00::5~random fd00::6!tentative | families=ipv6
            fd00:7::2/64~random fd00:7::5/64 fd00::6/64~random | families=ipv6 gateway=fd00::1
            192.168.7.2/24 10.1.0.5/24                       | gateway=10.1.0.1 seen=10.1.0.5 claimed=10.1.0.5
            10.1.0.2 10.1.0.5                                | seen=10.1.0.2 claimed=10.1.0.5
            """)
    void aStrongerSignOutweighsAllWeakerOnes(String addresses, @Nullable String known) {
        AddressChoice choice = AddressScenario.choose("A: " + addresses, known);

        assertThat(AddressScenario.outcome(choice)).isEqualTo(both(ip(addresses, 1)));
    }

    @Test
    void namesEverySignOfAnAddress() {
        AddressChoice choice = AddressScenario.choose(
                "A: 10.1.0.2/32!deprecated 10.1.0.5/24", "seen=10.1.0.2 claimed=10.1.0.2 gateway=10.1.0.1");

        assertThat(AddressScenario.verdicts(choice))
                .startsWith(
                        "10.1.0.2: after 10.1.0.5, because this one may be a virtual IP: a /32 beside 10.1.0.5/24, deprecated in the"
                                + " guest, not in the subnet of the default gateway, as 10.1.0.5 is, also seen on VM w-2, also the"
                                + " address of Service web/shop");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            node-ip=10.1.0.2                   | Int 10.1.0.2, Ext 10.1.0.2
            static=10.1.0.2                    | Int 10.1.0.2, Ext 10.1.0.2
            held-int=10.1.0.2                  | Int 10.1.0.2, Ext 10.1.0.5
            int=10.1.0.2/32 ext=10.1.0.2/32    | Int 10.1.0.2, Ext 10.1.0.2
            int=10.1.0.0/24                    | Int 10.1.0.5
            not-int=10.1.0.5/32 not-ext=10.1.0.5/32 | Int 10.1.0.2, Ext 10.1.0.2
            """)
    void countsLessThanExplicitSettings(String known, String expected) {
        AddressChoice choice =
                AddressScenario.choose("A: 10.1.0.2/32!deprecated 10.1.0.5/24", known + " claimed=10.1.0.2");

        assertThat(AddressScenario.outcome(choice)).isEqualTo(expected);
    }

    @Test
    void doesNotDependOnAddressesOfTheOtherFamily() {
        assertThat(AddressScenario.outcome(
                        AddressScenario.choose("A: 10.1.0.2/32 fd00::5/64", "families=ipv4,ipv6 claimed=10.1.0.2")))
                .isEqualTo("Int 10.1.0.2, Ext 10.1.0.2, Int fd00::5, Ext fd00::5");
    }

    @Test
    void theSameAddressTwiceIsNotBesideItself() {
        assertThat(AddressScenario.verdicts(AddressScenario.choose("A: 10.1.0.2 10.1.0.2", "claimed=10.1.0.2")))
                .allMatch(verdict -> verdict.equals("10.1.0.2 Int Ext: the first that is not excluded"));
    }

    private static String ip(String addresses, int index) {
        return addresses.split(" ")[index].split("[/!~]")[0];
    }

    private static String both(String ip) {
        return "Int " + ip + ", Ext " + ip;
    }
}
