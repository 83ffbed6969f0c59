package dev.vspherecloud.ccm.domain.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The 53 situations in which the test of cloud-provider-vsphere (Go) chooses addresses (nodemanager_test.go,
/// TestDiscoverNodeIPs), by group. The addresses are different.
@Conforms("VN05 VN11")
class DiscoverNodeIpsTest {
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            subnets on one NIC        | A: 10.1.0.5 203.0.113.7       | int=10.0.0.0/8 ext=203.0.113.0/24 | Int 10.1.0.5, Ext 203.0.113.7
            names of two networks     | A: 10.1.0.5; B: 203.0.113.7   | int-net=A ext-net=B               | Int 10.1.0.5, Ext 203.0.113.7
            nothing configured        | A: 10.1.0.5 203.0.113.7       |                                   | Int 10.1.0.5, Ext 10.1.0.5
            IPv6 subnets on one NIC   | A: fd00::5 2001:db8::7        | families=ipv6 int=fd00::/8 ext=2001:db8::/32 | Int fd00::5, Ext 2001:db8::7
            names, IPv6               | A: fd00::5; B: 2001:db8::7    | families=ipv6 int-net=A ext-net=B | Int fd00::5, Ext 2001:db8::7
            nothing configured, IPv6  | A: fd00::5 2001:db8::7        | families=ipv6                     | Int fd00::5, Ext fd00::5
            """)
    void oneFamily(String situation, String guest, @Nullable String known, String expected) {
        assertChosen(guest, known, expected);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            names after an unrelated NIC     | X: 192.168.1.1; A: 10.1.0.5; B: 203.0.113.7 | int-net=A ext-net=B | Int 10.1.0.5, Ext 203.0.113.7
            subnets after an unrelated NIC   | X: 192.168.1.1; A: 10.1.0.5 203.0.113.7     | int=10.0.0.0/8 ext=203.0.113.0/24 | Int 10.1.0.5, Ext 203.0.113.7
            subnets on several NICs          | X: 192.168.1.1 203.0.113.7; A: 172.20.0.9 10.1.0.5 | int=10.0.0.0/8 ext=203.0.113.0/24 | Int 10.1.0.5, Ext 203.0.113.7
            several internal subnets         | A: 10.1.0.5; B: 172.20.0.9; C: 203.0.113.7  | int=172.16.0.0/12,10.0.0.0/8 ext=203.0.113.0/24 | Int 172.20.0.9, Ext 203.0.113.7
            a subnet and a name              | A: 10.1.0.5; B: 203.0.113.7                 | int=10.0.0.0/8 ext-net=B | Int 10.1.0.5, Ext 203.0.113.7
            """)
    void severalNics(String situation, String guest, @Nullable String known, String expected) {
        assertChosen(guest, known, expected);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            both families match               | int=10.0.0.0/8,fd00::/8 ext=203.0.113.0/24,2001:db8::/32 | Int 10.1.0.5, Ext 203.0.113.7, Int fd00::5, Ext 2001:db8::7
            one matches nothing               | int=10.0.0.0/8 ext=203.0.113.0/24                        | Int 10.1.0.5, Ext 203.0.113.7, Int fd00::5, Ext fd00::5
            one matches only an external one  | int=10.0.0.0/8 ext=203.0.113.0/24,2001:db8::/32          | Int 10.1.0.5, Ext 203.0.113.7, Ext 2001:db8::7
            """)
    void subnetsOfTwoFamilies(String situation, String known, String expected) {
        assertChosen("A: 10.1.0.5 203.0.113.7 fd00::5 2001:db8::7", "families=ipv4,ipv6 " + known, expected);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            the external subnet has no address | int=10.0.0.0/8 ext=198.51.100.0/24    | Int 10.1.0.5
            the internal subnet has no address | int=192.168.0.0/16 ext=203.0.113.0/24 | Ext 203.0.113.7
            no NIC is on the internal network  | int-net=X ext-net=B                   | Ext 203.0.113.7
            no NIC is on the external network  | int-net=A ext-net=X                   | Int 10.1.0.5
            only an external subnet            | ext=203.0.113.0/24                    | Ext 203.0.113.7
            only an internal subnet            | int=10.0.0.0/8                        | Int 10.1.0.5
            only an external network           | ext-net=B                             | Ext 203.0.113.7
            only an internal network           | int-net=A                             | Int 10.1.0.5
            """)
    void oneTypeIsMissing(String situation, String known, String expected) {
        assertChosen("A: 10.1.0.5; B: 203.0.113.7", known, expected);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            case does not matter          | A: 10.1.0.5; b: 203.0.113.7    | int-net=a ext-net=B     | Int 10.1.0.5, Ext 203.0.113.7
            both networks are missing     | A: 10.1.0.5; B: 203.0.113.7    | int-net=X ext-net=Y     | NetworkMissing
            a subnet before a name        | A: 10.1.0.5 10.2.0.5; B: 203.0.113.7 198.51.100.7 | int=10.2.0.0/16 ext=198.51.100.0/24 int-net=A ext-net=B | Int 10.2.0.5, Ext 198.51.100.7
            a name where a subnet misses  | A: 10.1.0.5; B: 203.0.113.7    | int=192.168.0.0/16 ext=198.51.100.0/24 int-net=A ext-net=B | Int 10.1.0.5, Ext 203.0.113.7
            no virtual NIC, though in it  | -: 10.1.0.9; A: 10.1.0.5       | int=10.0.0.0/8 ext=10.0.0.0/8 | Int 10.1.0.5, Ext 10.1.0.5
            not an address                | A: nonsense 10.1.0.5           |                         | Int 10.1.0.5, Ext 10.1.0.5
            the second NIC is empty       | A: 10.1.0.5; B:                |                         | Int 10.1.0.5, Ext 10.1.0.5
            the first NIC is empty        | A:; B: 203.0.113.7             |                         | Int 203.0.113.7, Ext 203.0.113.7
            the first NIC is of the other | A: fd00::5; B: 203.0.113.7     |                         | Int 203.0.113.7, Ext 203.0.113.7
            the second is of the other    | A: 10.1.0.5; B: fd00::5        |                         | Int 10.1.0.5, Ext 10.1.0.5
            """)
    void namesPrecedenceAndSparseNics(String situation, String guest, @Nullable String known, String expected) {
        assertChosen(guest, known, expected);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            IPv4 first               | A: 10.1.0.5 fd00::5         | families=ipv4,ipv6                     | Int 10.1.0.5, Ext 10.1.0.5, Int fd00::5, Ext fd00::5
            IPv6 first               | A: 10.1.0.5 fd00::5         | families=ipv6,ipv4                     | Int fd00::5, Ext fd00::5, Int 10.1.0.5, Ext 10.1.0.5
            IPv6 first, by names     | A: 10.1.0.5 fd00::5; B: 203.0.113.7 2001:db8::7 | families=ipv6,ipv4 int-net=A ext-net=B | Int fd00::5, Ext 2001:db8::7, Int 10.1.0.5, Ext 203.0.113.7
            all IPv4 excluded        | A: 10.1.0.5 fd00::5         | families=ipv4,ipv6 not-int=0.0.0.0/0 not-ext=0.0.0.0/0 | AddressesExcluded
            all IPv6 excluded        | A: 10.1.0.5 fd00::5         | families=ipv4,ipv6 not-int=::/0 not-ext=::/0 | AddressesExcluded
            no IPv6                  | A: 10.1.0.5                 | families=ipv4,ipv6                     | FamilyMissing
            """)
    void twoFamilies(String situation, String guest, String known, String expected) {
        assertChosen(guest, known, expected);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            of the first address | not-int=10.1.0.0/24 not-ext=10.1.0.0/24,10.2.0.0/24 families=ipv4                     | Int 10.2.0.5, Ext 203.0.113.7
            within subnets       | int=10.0.0.0/8 not-int=10.1.0.0/24 ext=203.0.113.0/24,10.0.0.0/8 not-ext=203.0.113.0/24 families=ipv4 | Int 10.2.0.5, Ext 10.1.0.5
            on networks          | int-net=A ext-net=B not-int=10.1.0.0/24,fd00::5/128 not-ext=203.0.113.7/32,2001:db8::7/128 families=ipv4,ipv6 | Int 10.2.0.5, Ext 203.0.113.8, Int fd00::6, Ext 2001:db8::8
            """)
    void exclusions(String situation, String known, String expected) {
        assertChosen(
                "A: 10.1.0.5 10.2.0.5 fd00::5 fd00::6; B: 203.0.113.7 203.0.113.8 2001:db8::7 2001:db8::8",
                known,
                expected);
    }

    /// Static addresses from cloud-init metadata. Parsing of the metadata is tested at its parser.
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            metadata with DHCP only          | A: 10.1.0.5 10.1.0.6; B: 10.2.0.5 |                      | Int 10.1.0.5, Ext 10.1.0.5
            a static IPv6 address            | A: fd00::5 fd00::6                | families=ipv6 static=fd00::6 | Int fd00::6, Ext fd00::6
            a static IPv4 address            | A: 10.1.0.5 10.1.0.6; B: 10.2.0.5 | static=10.1.0.6      | Int 10.1.0.6, Ext 10.1.0.6
            in the order of the metadata     | A: 10.1.0.5 10.1.0.6; B: 10.2.0.5 | static=10.2.0.5,10.1.0.6 | Int 10.2.0.5, Ext 10.2.0.5
            in a configured subnet           | A: 10.1.0.5 10.1.0.6; B: 10.2.0.5 | int=10.1.0.0/16 ext=10.2.0.0/16 static=10.1.0.6 | Int 10.1.0.6, Ext 10.2.0.5
            in an exclusion                  | A: 10.1.0.5 10.1.0.6; B: 10.2.0.5 | not-int=10.1.0.6/32 not-ext=10.1.0.6/32 static=10.1.0.6 | Int 10.1.0.5, Ext 10.1.0.5
            on a configured network          | A: 10.1.0.5; B: 10.2.0.5 10.2.0.6 | int-net=B static=10.2.0.6 | Int 10.2.0.6
            on no NIC                        | A: 10.1.0.5 10.1.0.6; B: 10.2.0.5 | static=10.9.9.9      | Int 10.1.0.5, Ext 10.1.0.5
            written in another way           | A: fd00::5 fd00::6                | families=ipv6 static=fd00:0:0:0:0:0:0:6 | Int fd00::6, Ext fd00::6
            from a network part in base64    | A: 10.1.0.5 10.1.0.6; B: 10.2.0.5 | static=10.2.0.5      | Int 10.2.0.5, Ext 10.2.0.5
            from a compressed network part   | A: 10.1.0.5 fd00::5; B: 10.2.0.5 fd00::6 | families=ipv4,ipv6 static=fd00::6,10.2.0.5 | Int 10.2.0.5, Ext 10.2.0.5, Int fd00::6, Ext fd00::6
            that can't be read               | A: 10.1.0.5 10.1.0.6; B: 10.2.0.5 | static=unreadable    | StaticAddressesUnreadable
            """)
    void staticAddresses(String situation, String guest, @Nullable String known, String expected) {
        assertChosen(guest, known, expected);
    }

    private static void assertChosen(String guest, @Nullable String known, String expected) {
        AddressChoice choice = AddressScenario.choose(guest, known);

        assertThat(AddressScenario.outcome(choice)).isEqualTo(expected);
        if (choice instanceof AddressChoice.Chosen(var addresses, var _, var _, var _, var _)) {
            assertThat(addresses).first().hasToString("Hostname=" + AddressScenario.HOST_NAME);
        }
    }
}
