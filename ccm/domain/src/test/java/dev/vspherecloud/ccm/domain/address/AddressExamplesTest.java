package dev.vspherecloud.ccm.domain.address;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests the examples of `docs/explanation/addresses.md`. Up to 19b, the expected addresses are those that
/// cloud-provider-vsphere (Go) chose when it ran on these guests. From 19c on, this project chooses better
/// ones.
class AddressExamplesTest {
    private static final String TWO_NICS = "A: 10.1.0.5 10.1.0.6; B: 172.20.0.9";

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            1   |                                        |                                | Int 10.1.0.5, Ext 10.1.0.5
            2   | int=10.1.0.0/16 ext=172.20.0.0/16      |                                | Int 10.1.0.5, Ext 172.20.0.9
            3   | int=10.1.0.0/16                        |                                | Int 10.1.0.5
            3b  | ext=172.20.0.0/16                      |                                | Ext 172.20.0.9
            4   | int=10.9.0.0/16 ext=10.8.0.0/16        |                                | Int 10.1.0.5, Ext 10.1.0.5
            5   | int=172.20.0.0/16,10.1.0.0/16          |                                | Int 172.20.0.9
            6   | int-net=b                              |                                | Int 172.20.0.9
            7   | int-net=X ext-net=Y                    |                                | NetworkMissing
            8   | int-net=X ext-net=B                    |                                | Ext 172.20.0.9
            9   | int-net=X                              |                                | Int 10.1.0.5, Ext 10.1.0.5
            10  | int=10.1.0.0/16 ext-net=B              |                                | Int 10.1.0.5, Ext 172.20.0.9
            11  | int=10.1.0.6/32 ext=10.1.0.5/32 int-net=B ext-net=B |                   | Int 10.1.0.6, Ext 10.1.0.5
            11b | int=10.1.0.6/32 ext=10.9.0.0/16 int-net=B ext-net=B |                   | Int 10.1.0.6, Ext 172.20.0.9
            12  | not-int=10.1.0.5/32                    |                                | Int 10.1.0.6, Ext 10.1.0.5
            12b | not-int=0.0.0.0/0                      |                                | Ext 10.1.0.5
            12c | not-int=10.1.0.0/16 int=10.1.0.0/16    |                                | Int 172.20.0.9, Ext 10.1.0.5
            12d | not-int=172.16.0.0/12 int-net=B        |                                | Int 10.1.0.5, Ext 10.1.0.5
            13  | not-int=0.0.0.0/0 not-ext=0.0.0.0/0    |                                | AddressesExcluded
            14  | families=ipv6,ipv4                     | A: 10.1.0.5 fd00::5            | Int fd00::5, Ext fd00::5, Int 10.1.0.5, Ext 10.1.0.5
            15  | families=ipv4,ipv6                     | A: 10.1.0.5 fe80::1            | FamilyMissing
            16  | families=ipv4,ipv6 int=10.1.0.0/16,fd00::/64 ext=2001:db8::/32 | A: 10.1.0.5 fd00::5; B: 2001:db8::9 | Int 10.1.0.5, Int fd00::5, Ext 2001:db8::9
            16b | families=ipv4,ipv6 not-int=::/0 not-ext=::/0 | A: 10.1.0.5 fd00::5      | AddressesExcluded
            17  |                                        | -: 10.244.0.1; A: 10.1.0.5     | Int 10.1.0.5, Ext 10.1.0.5
            18  | static=10.1.0.6                        |                                | Int 10.1.0.6, Ext 10.1.0.6
            19  |                                        | A: 10.1.0.2 10.1.0.5           | Int 10.1.0.2, Ext 10.1.0.2
            19b | not-int=10.1.0.2/32 not-ext=10.1.0.2/32 | A: 10.1.0.2 10.1.0.5          | Int 10.1.0.5, Ext 10.1.0.5
            19c |                                        | A: 10.1.0.2/32 10.1.0.5/16     | Int 10.1.0.5, Ext 10.1.0.5
            19d | node-ip=10.1.0.5                       | A: 10.1.0.2 10.1.0.5           | Int 10.1.0.5, Ext 10.1.0.5
            """)
    void chooseTheDocumentedAddresses(String number, @Nullable String known, @Nullable String guest, String expected) {
        AddressChoice choice = AddressScenario.choose(guest == null ? TWO_NICS : guest, known);

        assertThat(AddressScenario.outcome(choice)).as(number).isEqualTo(expected);
    }
}
